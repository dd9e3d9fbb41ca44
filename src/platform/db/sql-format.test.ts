import { expect, test } from 'vitest'
import { z } from 'zod'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { formatMoney } from '../contract/money.ts'
import { queryRows, sql } from './database.ts'
import { formatSqlInstant, formatSqlMoney } from './sql-format.ts'

const world = setUpDatabase()

test('formats amounts of every currency as the pages do', async () => {
  const currencies = [...Intl.supportedValuesOf('currency'), 'QQQ']
  const amounts = ['0', '0.5', '999.995', '1250.50', '1234567', '999999999999999.9999']
  const row = z.object({ amount: z.string(), currency: z.string(), text: z.string() })
  const rows = await queryRows(
    world.databaseContext.app,
    row,
    sql`
    select amount::text, currency, ${formatSqlMoney(sql`amount`, sql`currency`)} as text
      from unnest(${currencies}::text[]) as currency
     cross join unnest(${amounts}::numeric[]) as amount`,
  )
  expect(rows.length).toBe(currencies.length * amounts.length)
  for (const { amount, currency, text } of rows) expect(text).toBe(formatMoney(amount, currency))
})

test('formats instants as the pages do', async () => {
  const instants = ['2026-01-02T00:00:00.000Z', '2026-03-08T07:59:59.999Z', '2026-11-01T23:05:06.070Z']
  const row = z.object({ instant: z.string() })
  const query = sql`
    select ${formatSqlInstant(sql`instant`)} as instant from unnest(${instants}::timestamptz[]) as instant`
  expect(await queryRows(world.databaseContext.app, row, query)).toEqual(
    instants.map((instant) => ({ instant })),
  )
})
