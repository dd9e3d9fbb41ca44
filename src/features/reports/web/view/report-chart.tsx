import type { ReportTable } from '../../view-contract.ts'
import { viewMessages as text } from '../../view-messages.ts'
import { formatShort, formatValue, readLength } from '../../view-rules.ts'
import classes from './report-table.module.css'

type ChartProps = { table: ReportTable & { chart: NonNullable<ReportTable['chart']> }; isSaving: boolean }

const maxBars = 10
/** A chart with more columns than this labels only some of them. */
const maxLabels = 13

/** The chart of one column of a table. The table below it has the same values. */
export function ReportChart({ table, isSaving }: ChartProps) {
  const { chart, title, columns } = table
  const values = table.rows.map(({ label, axis, values }) => {
    const value = values[chart.column] ?? null
    return { label, axis, value, length: readLength(value) }
  })
  const shown = chart.kind === 'bars' ? values.filter(({ length }) => length > 0).slice(0, maxBars) : values
  if (!shown.some(({ length }) => length !== 0)) return null
  const spoken = shown.map(({ label, value }) => text.chartValue(label, formatValue(value))).join(', ')
  return (
    <figure
      role="img"
      aria-label={`${text.chart(title, columns[chart.column] ?? '')}. ${spoken}`}
      className={chart.kind === 'bars' ? classes.bars : classes.columns}
      data-saving={isSaving || undefined}
    >
      {chart.kind === 'bars' ? <Bars values={shown} /> : <Columns values={shown} />}
    </figure>
  )
}

type Charted = { label: string; axis: string; value: Parameters<typeof formatValue>[0]; length: number }

function Bars({ values }: { values: readonly Charted[] }) {
  const longest = Math.max(...values.map(({ length }) => length))
  return values.map(({ label, value, length }, at) => (
    <div key={at} className={classes.bar}>
      <span>{label}</span>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden>
        <rect width={(100 * length) / longest} height={1} />
      </svg>
      <span className={classes.barValue}>{formatShort(value)}</span>
    </div>
  ))
}

/** Columns above, and for negative values below, a line at zero. Phones omit every second of the labels. */
function Columns({ values }: { values: readonly Charted[] }) {
  const most = Math.max(0, ...values.map(({ length }) => length))
  const least = Math.min(0, ...values.map(({ length }) => length))
  const every = Math.ceil(values.length / maxLabels)
  const scale = 100 / (most - least)
  return values.map(({ axis, value, length }, at) => {
    const y = (most - Math.max(length, 0)) * scale
    return (
      <div key={at} className={classes.column} data-many={every > 1 || undefined}>
        <span className={classes.columnValue}>{every === 1 && formatShort(value)}</span>
        <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden>
          <rect x={1.5} width={7} y={y} height={Math.abs(length) * scale} />
          <line x1={0} x2={10} y1={most * scale} y2={most * scale} />
        </svg>
        <span className={classes.axis} data-second={(at / every) % 2 === 1 || undefined}>
          {at % every === 0 && axis}
        </span>
      </div>
    )
  })
}
