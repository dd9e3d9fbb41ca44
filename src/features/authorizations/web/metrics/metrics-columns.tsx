import { Link } from '@tanstack/react-router'
import { countColumn, withExport } from '#platform/web/table/sheet-columns.ts'
import { createColumns } from '#platform/web/table/table-columns.ts'
import { action } from '../../contract.ts'
import type { ClientMetrics, DecidedFilter, Figures, MetricsPeriod } from '../../decided-contract.ts'
import { metricsMessages as text } from '../../decided-messages.ts'
import { formatWait } from '../../rules.ts'

/** Adds up the decisions of all outcomes. */
export const countDecided = ({ decided }: Figures) =>
  action.options.reduce((sum, outcome) => sum + decided[outcome], 0)

export const formatCount = (count: number) => count.toLocaleString('en-US')
export const formatMedian = ({ medianMinutes }: Figures) =>
  medianMinutes === null ? text.unknown : formatWait(medianMinutes)
const calculateShare = ({ onTime, withDueTime }: Figures) =>
  withDueTime === 0 ? undefined : (100 * onTime) / withDueTime

export function formatShare(figures: Figures): string {
  const share = calculateShare(figures)
  return share === undefined ? text.unknown : `${Math.floor(share)}%`
}

type DecidedLinkProps = {
  /** The filters of the list of decisions. */
  filter: Partial<DecidedFilter>
  /** The accessible name. */
  name: string
  children: string
}

/** A figure as a link to the decisions that it counts. */
export const DecidedLink = ({ filter, name, children }: DecidedLinkProps) => (
  <Link to="/authorization/decided" search={filter} aria-label={name}>
    {children}
  </Link>
)

const { text: textColumn, number, all } = createColumns<ClientMetrics>()
const columnText = text.columns

type FigureColumn = ReturnType<typeof countColumn<ClientMetrics>>
type Cell = { row: { original: ClientMetrics }; getValue: () => unknown }

/** A column whose figures are links to the decisions that they count, unless they count none. */
const linked = (
  column: FigureColumn,
  [label, filter]: [string, Partial<DecidedFilter>],
  count: (metrics: ClientMetrics) => number,
) => ({
  ...column,
  cell: ({ row: { original }, getValue }: Cell) => {
    const value = String(getValue())
    if (count(original) === 0) return value
    const { client, carrier } = original
    return (
      <DecidedLink filter={{ ...filter, client }} name={text.showDecided(`${carrier}, ${label}`, value)}>
        {value}
      </DecidedLink>
    )
  },
})

const median = withExport(
  number('median', columnText.median, formatMedian, (one, other) => minutes(one) - minutes(other)),
  {
    exported: ({ medianMinutes }: ClientMetrics) =>
      medianMinutes === null ? null : { number: medianMinutes / 60, digits: 2 },
  },
)

const share = withExport(
  number('onTime', columnText.onTime, formatShare, (one, other) => percent(one) - percent(other)),
  {
    exported: (each: ClientMetrics) => {
      const share = calculateShare(each)
      return share === undefined ? null : { number: share, digits: 1 }
    },
  },
)

/** Columns of the figures of each client, with links to the decisions of a period. */
export const metricsColumns = (period: MetricsPeriod) =>
  all([
    textColumn('carrier', columnText.client, ({ carrier }) => carrier),
    textColumn('client', columnText.code, ({ client }) => client, 'short'),
    countColumn<ClientMetrics>('open', columnText.open, ({ open }) => open),
    linked(
      countColumn<ClientMetrics>('decided', columnText.decided, countDecided),
      [columnText.decided, period],
      countDecided,
    ),
    ...action.options.map((outcome) => {
      const read = ({ decided }: ClientMetrics) => decided[outcome]
      return linked(
        countColumn<ClientMetrics>(outcome, columnText[outcome], read),
        [columnText[outcome], { ...period, outcome }],
        read,
      )
    }),
    median,
    linked(share, [columnText.onTime, { ...period, timing: 'on time' }], ({ onTime }) => onTime),
  ])

function minutes({ medianMinutes }: Figures) {
  return medianMinutes ?? -1
}

function percent(figures: Figures) {
  return calculateShare(figures) ?? -1
}
