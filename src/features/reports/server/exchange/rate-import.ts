import type { Command } from 'commander'
import type { Open } from '#platform/cli/with-database.ts'
import { queryRow, sql } from '#platform/db/database.ts'
import {
  amount,
  type ColumnParser,
  type CsvTable,
  currency,
  day,
  text,
} from '#platform/import/column-parsers.ts'
import { importCommand, type SourceOption, sourceOption } from '#platform/import/import-command.ts'
import { counts, type TableImport } from '#platform/import/import-rows.ts'
import { RowRejectedError } from '#platform/import/rejects.ts'
import { messages } from './exchange-messages.ts'

/** An amount greater than 0. A negative number is refused for the same reason as 0. */
const rate: ColumnParser = {
  isNeeded: true,
  read(value, column) {
    if (value !== '' && Number(value) <= 0) throw new RowRejectedError(messages.notPositive(column, value))
    return amount.read(value, column)
  },
}

const file: CsvTable = {
  table: 'exchange_rate',
  columns: {
    date: ['rate_date', day],
    currency: ['currency', currency],
    baseCurrency: ['base_currency', currency],
    rate: ['rate', rate],
    source: ['source', text(100)],
  },
  check(row) {
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
    .option(...sourceOption)
    .action((path: string, options: SourceOption) => run(path, rateImport, options))
}
