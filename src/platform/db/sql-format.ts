import { currencyScale } from '../contract/money.ts'
import { type Sql, sql } from './database.ts'
import { toSqlJson } from './sql-values.ts'

/** Formats an instant in SQL as `toISOString` does, for example as "2026-01-02T15:04:05.678Z". */
export const formatSqlInstant = (instant: Sql): Sql =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The digits of an amount in `to_char`: more than an import accepts. */
const digits = '999,999,999,999,999,990'

/** The beginning and the end of the pattern of a currency in `to_char`, if it has no symbol and two decimal places. */
const [opening, ending] = ['FM"', `\u00a0"${digits}.00`]

let patterns: string | undefined

/** Returns the patterns of all other currencies as JSON. Finding their symbols takes a while, so it is done once. */
function getMoneyPatterns(): string {
  patterns ??= toSqlJson(Object.fromEntries(Intl.supportedValuesOf('currency').flatMap(findPattern)))
  return patterns
}

function findPattern(currency: string): [string, string][] {
  const places = currencyScale(currency)
  const [symbol = ''] = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(0).split('0')
  const pattern = `FM"${symbol}"${digits}${places > 0 ? `.${'0'.repeat(places)}` : ''}`
  return pattern === opening + currency + ending ? [] : [[currency, pattern]]
}

/** Formats an amount in SQL as `formatMoney` does. */
export const formatSqlMoney = (amount: Sql, currency: Sql): Sql => sql`
  to_char(${amount}, coalesce(${getMoneyPatterns()}::jsonb ->> ${currency}, ${opening}::text || ${currency} || ${ending}::text))`
