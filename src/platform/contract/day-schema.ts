import { z } from 'zod'

/** A date as the API writes it, for example "2026-01-02". */
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
