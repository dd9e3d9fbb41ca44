import { z } from 'zod'

/** A date as the API writes it, for example "2026-01-02". */
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** A date in a request. The database has no year 0. */
export const requestedDay = z.iso.date().regex(/^(?!0000)/)

/** A date in a request; by default, the empty text for none. */
export const requestedDayOrNone = requestedDay.or(z.literal('')).default('')

/** A UUID in a request, in small letters, as the database writes it. */
export const requestedUuid = z.uuid().toLowerCase()

/** An exact decimal as text, such as "-1234.50". */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/)

/** An exact decimal without a minus sign. */
export const nonNegativeDecimal = z.string().regex(/^\d+(\.\d+)?$/)

/** The ticket in the field `Token` of a form of staff, in place of an access token in the header. */
export const formTicket = z.string().max(4000).default('')
