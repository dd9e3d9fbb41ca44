import type { Command } from 'commander'
import { z } from 'zod'
import type { Open } from '#platform/cli/with-database.ts'
import { queryRow, sql } from '#platform/db/database.ts'
import { amount, type CsvTable, currency, day, text } from '#platform/import/column-parsers.ts'
import { inMemoryCsv } from '#platform/import/csv-file.ts'
import { importCommand } from '#platform/import/import-command.ts'
import { counts, importRows, type TableImport } from '#platform/import/import-rows.ts'
import { noRejects, RowRejectedError } from '#platform/import/rejects.ts'
import { daysBefore } from '#seed/fictional-data.ts'
import type { SeedPart } from '#seed/seed-demo-data.ts'
import { createRandom } from '#seed/seeded-random.ts'
import { messages } from './exchange-messages.ts'

const file: CsvTable = {
  table: 'exchange_rate',
  columns: {
    date: ['rate_date', day],
    currency: ['currency', currency],
    baseCurrency: ['base_currency', currency],
    rate: ['rate', amount],
    source: ['source', text(100)],
  },
  check(row) {
    if (Number(row.rate) === 0) throw new RowRejectedError(messages.zeroRate('rate', String(row.rate)))
    if (row.currency === row.baseCurrency)
      throw new RowRejectedError(messages.sameCurrency(String(row.currency)))
  },
}

const key = sql`i.base_currency, i.currency, i.rate_date`

/** Imports exchange rates: one unit of the currency is `rate` units of the base currency on that day. */
export const rateImport: TableImport = {
  kind: 'rates',
  file,
  checked: sql`
    select i.*, case when row_number() over (partition by ${key} order by i.line) > 1
                     then array['repeated', concat_ws(' ', i.rate_date, i.currency, i.base_currency)] end as fault
      from incoming i`,
  faults: {},
  async merge(db) {
    const merged = await queryRow(
      db,
      counts,
      sql`
      with written as (
        insert into exchange_rate as known (base_currency, currency, rate_date, rate, source)
        select base_currency, currency, rate_date, rate, source from checked where fault is null
            on conflict (base_currency, currency, rate_date)
            do update set rate = excluded.rate, source = excluded.source
         where (known.rate, known.source) is distinct from (excluded.rate, excluded.source)
        returning xmax = 0 as is_new
      )
      select count(*) filter (where is_new) as added, count(*) filter (where not is_new) as changed from written`,
    )
    return merged ?? { added: 0, changed: 0 }
  },
}

/** Adds `import rates FILE`. Exit code 3 means that some rows were rejected. */
export function addImportRates(program: Command, open: Open) {
  const { parent, run } = importCommand(program, open)
  parent
    .command('rates')
    .description('Adds and updates exchange rates. See docs/importing-exchange-rates.md.')
    .argument('<file>', 'the CSV file')
    .action((path: string) => run(path, rateImport))
}

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
        ...{ date: each, currency: code, baseCurrency: 'USD', source: messages.demoSource },
        rate: ((rate * random.between(97_000, 103_000)) / 1e9).toFixed(6),
      })),
    )
    const source = inMemoryCsv('demo rates', rows)
    const { added } = await importRows(databaseContext, rateImport, {
      ...{ source, actor: 'portal', rejects: noRejects },
    })
    return `${added} exchange rates`
  },
}
