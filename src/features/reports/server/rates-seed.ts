import { z } from 'zod'
import { queryRow, sql } from '#platform/db/database.ts'
import { inMemoryCsv } from '#platform/import/csv-file.ts'
import { importRows } from '#platform/import/import-rows.ts'
import { noRejects } from '#platform/import/rejects.ts'
import { daysBefore } from '#seed/fictional-data.ts'
import type { SeedPart } from '#seed/seed-demo-data.ts'
import { createRandom } from '#seed/seeded-random.ts'
import { messages } from './exchange/exchange-messages.ts'
import { rateImport } from './exchange/rate-import.ts'

/** Demo rates to USD, in ten-thousandths, around which they move. */
const demoRates = { EUR: 10_850, CHF: 11_200, CAD: 7_320, JPY: 67 }
const demoDays = 1_100

/** Demo rates of all working days since before the first demo bill. */
export const ratesPart: SeedPart = {
  name: 'rates',
  isEmpty: async (db) =>
    (await queryRow(db, z.object({}), sql`select from exchange_rate limit 1`)) === undefined,
  async load(databaseContext, date) {
    const random = createRandom('rates')
    const days = Array.from({ length: demoDays }, (_, at) => daysBefore(date, demoDays - at))
    const isWorkingDay = (each: string) => new Date(each).getUTCDay() % 6 !== 0
    const rows = days.filter(isWorkingDay).flatMap((each) =>
      Object.entries(demoRates).map(([code, rate]) => ({
        date: each,
        currency: code,
        baseCurrency: 'USD',
        source: messages.demoSource,
        rate: ((rate * random.between(97_000, 103_000)) / 1e9).toFixed(6),
      })),
    )
    const source = inMemoryCsv('demo rates', rows)
    const { added } = await importRows(databaseContext, rateImport, {
      source,
      actor: 'portal',
      rejects: noRejects,
    })
    return `${added} exchange rates`
  },
}
