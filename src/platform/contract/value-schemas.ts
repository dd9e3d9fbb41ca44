import { z } from 'zod'

/** A date as the API writes it, for example "2026-01-02". */
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** An exact decimal as text, such as "-1234.50". */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/)

/** An exact decimal without a minus sign. */
export const nonNegativeDecimal = z.string().regex(/^\d+(\.\d+)?$/)
