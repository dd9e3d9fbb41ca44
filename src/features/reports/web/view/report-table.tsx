import { Title } from '@mantine/core'
import { useId } from 'react'
import type { ReportRow, ReportTable } from '../../view-contract.ts'
import { formatValue, isNumber } from '../../view-rules.ts'
import { ReportChart } from './report-chart.tsx'
import { BillsLink, CaseLink } from './report-links.tsx'
import classes from './report-table.module.css'
import cardClasses from './report-view.module.css'

type ReportTableProps = {
  table: ReportTable
  savedLabel: string
  /** The level of the heading. */
  level: 2 | 3
}

/** A table of a report, with its chart. On phones, each row is a few lines. */
export function ReportTableCard({ table, savedLabel, level }: ReportTableProps) {
  const id = useId()
  const { title, heading, columns, rows, total, chart, note } = table
  const charted = chart ? chart.column : columns.indexOf(savedLabel)
  const isNumeric = columns.map((_, at) => isNumber(rows[0]?.values[at]))
  return (
    <section className={cardClasses.card}>
      <Title order={level} size="h3" id={id}>
        {title}
      </Title>
      {chart && <ReportChart table={{ ...table, chart }} isSaving={columns[charted] === savedLabel} />}
      <table className={classes.table} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {columns.map((label, at) => (
              <th key={label} scope="col" data-number={isNumeric[at] || undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Row key={at} row={row} table={table} charted={charted} />
          ))}
        </tbody>
        {total && (
          <tfoot>
            <Row row={total} table={table} charted={charted} />
          </tfoot>
        )}
      </table>
      {note && <p className={cardClasses.note}>{note}</p>}
    </section>
  )
}

type RowProps = { row: ReportRow; table: ReportTable; charted: number }

function Row({ row, table: { title, columns }, charted }: RowProps) {
  const { label, values, bills, cases, valueCases, caseRow } = row
  return (
    <tr>
      <th scope="row">
        {caseRow ? (
          <CaseLink row={caseRow}>{label}</CaseLink>
        ) : (
          <BillsLink bills={bills} cases={cases} name={`${title}, ${label}`} className={classes.rowLink}>
            {label}
          </BillsLink>
        )}
      </th>
      {values.map((value, at) => (
        <td
          key={at}
          data-label={columns[at]}
          data-number={isNumber(value) || undefined}
          data-charted={at === charted || undefined}
        >
          <BillsLink bills={null} cases={valueCases?.[at]} name={`${title}, ${label}, ${columns[at]}`}>
            {formatValue(value)}
          </BillsLink>
        </td>
      ))}
    </tr>
  )
}
