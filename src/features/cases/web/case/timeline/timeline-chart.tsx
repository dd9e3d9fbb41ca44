import { useElementSize } from '@mantine/hooks'
import type { Ref } from 'react'
import { formatDay } from '#platform/contract/date-format.ts'
import { type CaseTimeline, type TimelineEntry, timelineKind } from '../../../activity-contract.ts'
import { messages } from '../../../messages.ts'
import { type Tick, type TimeAxis, thinTicks, timeAxis } from './time-axis.ts'
import classes from './timeline.module.css'

const { kinds, days, total, chartLabel, dotSizes } = messages.timeline

/** Calculates how many ticks, labels and marks fit into a width. */
const chartLimits = (width: number) => ({
  maxTicks: Math.min(Math.max(Math.floor(width / 64), 4), 10),
  maxLabels: Math.max(Math.floor(width / (64 * fontScale())), 2),
  maxMarks: Math.floor(width / 18),
})
/** Returns the font size relative to the default. */
const fontScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
/** Used until the width is measured: a desktop width, so that labels on desktops do not change afterward. */
const defaultWidth = 900

/** The width of the chart, in pixels, below which the labels of the lanes go above them. */
const narrowWidth = 700

/** A significant day of the case, such as the date of the incident. */
export type Milestone = { name: 'incident' | 'entry'; label: string; day: string }

type ChartKind = TimelineEntry['kind'] | 'AUTH'
type ChartEntry = Omit<TimelineEntry, 'kind'> & { kind: ChartKind }

/** Counts all activity of a timeline by day and kind, oldest first. */
export function countActivity({ timeline, authorizations }: CaseTimeline): ChartEntry[] {
  const byDay = Map.groupBy(authorizations, ({ day }) => day)
  const counted = [...byDay].map(([day, { length }]) => ({ day, kind: 'AUTH' as const, count: length }))
  return [...timeline, ...counted].toSorted((one, other) => Date.parse(one.day) - Date.parse(other.day))
}

type TimelineChartProps = { entries: readonly ChartEntry[]; milestones: readonly Milestone[] }

/** Chart of activity over time: one lane per kind above a shared axis. The list below shows the same data. */
export function TimelineChart({ entries, milestones }: TimelineChartProps) {
  const { ref, width } = useElementSize()
  const figure = useElementSize<HTMLElement>()
  const { maxTicks, maxLabels, maxMarks } = chartLimits(width || defaultWidth)
  const axis = timeAxis(
    [...entries, ...milestones].map(({ day }) => day),
    maxTicks,
  )
  const { lanes, largest, isShared } = layoutLanes(entries, axis, maxMarks)
  return (
    <figure ref={figure.ref} className={classes.picture}>
      <div
        role="img"
        aria-label={describeChart(entries, lanes)}
        className={classes.plot}
        data-fits={width > 0}
        data-narrow={figure.width < narrowWidth || undefined}
      >
        <GridLines ref={ref} axis={axis} milestones={milestones} />
        {lanes.map((lane) => (
          <LaneRow key={lane.kind} lane={lane} />
        ))}
        <AxisLabels ticks={thinTicks(axis.ticks, Math.ceil(axis.ticks.length / maxLabels))} />
      </div>
      <figcaption className={classes.key}>
        {milestones.map(({ name, label, day }) => (
          <span key={name}>
            <svg aria-hidden className={classes.swatch}>
              <line data-name={name} x2="100%" y1="50%" y2="50%" />
            </svg>
            {label} {formatDay(day)}
          </span>
        ))}
        {largest > 1 && <span>{dotSizes(largest, isShared)}</span>}
      </figcaption>
    </figure>
  )
}

type GridLinesProps = { ref: Ref<SVGSVGElement>; axis: TimeAxis; milestones: readonly Milestone[] }

/** Grid lines behind all lanes, at the axis ticks and the milestones. */
function GridLines({ ref, axis, milestones }: GridLinesProps) {
  const lines = [
    ...axis.ticks.map(({ position }) => ({ name: undefined, position })),
    ...milestones.map(({ name, day }) => ({ name, position: axis.locate(day) })),
  ]
  return (
    <div className={classes.ground}>
      <svg ref={ref} aria-hidden>
        {lines.map(({ name, position }) => (
          <line key={name ?? position} data-name={name} x1={`${position}%`} x2={`${position}%`} y2="100%" />
        ))}
      </svg>
    </div>
  )
}

function LaneRow({ lane: { kind, total: all, marks } }: { lane: Lane }) {
  return (
    <div className={classes.lane}>
      <span className={classes.kind}>{kinds[kind]}</span>
      <svg aria-hidden>
        <line x2="100%" y1="50%" y2="50%" />
        {marks.map(({ position, radius, count, first, last }) => (
          <circle key={first} cx={`${position}%`} cy="50%" r={radius}>
            <title>{total(days(formatDay(first), formatDay(last)), count)}</title>
          </circle>
        ))}
      </svg>
      <span className={classes.total}>{all.toLocaleString('en-US')}</span>
    </div>
  )
}

const AxisLabels = ({ ticks }: { ticks: readonly Tick[] }) => (
  <svg aria-hidden className={classes.axis}>
    {ticks.map(({ position, label, year }) => (
      <text key={position} x={`${position}%`} y="1em">
        {label}
        {year && (
          <tspan x={`${position}%`} dy="1.3em">
            {year}
          </tspan>
        )}
      </text>
    ))}
  </svg>
)

/** Describes the chart for its text alternative. */
function describeChart(entries: readonly ChartEntry[], lanes: readonly Lane[]): string {
  const shown = entries.map(({ day }) => formatDay(day))
  const totals = lanes.map((lane) => total(kinds[lane.kind], lane.total)).join(', ')
  return chartLabel(days(shown[0] ?? '', shown.at(-1) ?? ''), totals)
}

/** A mark in a lane: all activity of a kind on one day, or on several nearby days. */
type Mark = { position: number; radius: number; count: number; first: string; last: string }

type Lane = { kind: ChartKind; total: number; marks: Mark[] }

/** In pixels. */
const maxRadius = 12
const minRadius = 3.5
/** Tolerance in days for inexact positions. */
const halfDay = 0.5
/** The smallest count that gets the largest mark, so that a single item never has one. */
const minScale = 6

/**
 * Lays out one lane per kind, for authorizations only if there are any, with no more marks than fit. The area of a mark
 * is proportional to its count. Larger marks come first, so that smaller ones are drawn on top.
 */
export function layoutLanes(entries: readonly ChartEntry[], axis: TimeAxis, maxMarks: number) {
  const reach = (100 * (Math.floor(axis.days / maxMarks) + halfDay)) / axis.days
  const hasAuthorizations = entries.some(({ kind }) => kind === 'AUTH')
  const kinds = [...timelineKind.options, ...(hasAuthorizations ? ['AUTH' as const] : [])]
  const lanes = kinds.map((kind) => {
    const own = entries.filter((entry) => entry.kind === kind)
    return { kind, total: sumCounts(own), groups: groupDays(own, axis, reach) }
  })
  const largest = Math.max(...lanes.flatMap(({ groups }) => groups.map(sumCounts)))
  const getRadius = (count: number) =>
    Math.max(minRadius, maxRadius * Math.sqrt(count / Math.max(largest, minScale)))
  return {
    largest,
    isShared: lanes.some(({ groups }) => groups.some((group) => group.length > 1)),
    lanes: lanes.map(({ groups, ...lane }): Lane => {
      const marks = groups.map((group) => layoutMark(group, axis, getRadius(sumCounts(group))))
      return { ...lane, marks: marks.toSorted((one, other) => other.radius - one.radius) }
    }),
  }
}

type Group = [ChartEntry, ...ChartEntry[]]

/** Groups days that are within a distance of the first day of their group. Expects ascending days. */
function groupDays(entries: readonly ChartEntry[], { locate }: TimeAxis, reach: number): Group[] {
  const groups: Group[] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    if (group && locate(entry.day) - locate(group[0].day) < reach) group.push(entry)
    else groups.push([entry])
  }
  return groups
}

/** Places a mark at the average position of its items. */
function layoutMark(group: Group, { locate }: TimeAxis, radius: number): Mark {
  const count = sumCounts(group)
  const position = group.reduce((sum, entry) => sum + entry.count * locate(entry.day), 0) / count
  return { position, radius, count, first: group[0].day, last: (group.at(-1) ?? group[0]).day }
}

const sumCounts = (entries: readonly ChartEntry[]) => entries.reduce((sum, { count }) => sum + count, 0)
