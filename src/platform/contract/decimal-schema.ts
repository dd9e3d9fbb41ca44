import { z } from 'zod'

/** An exact decimal as text, such as "-1234.50". */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/)

/** An exact decimal without a minus sign. */
export const nonNegativeDecimal = z.string().regex(/^\d+(\.\d+)?$/)
