import { useElementSize } from '@mantine/hooks'
import type { Ref } from 'react'
import { formatDay } from '#platform/contract/calendar.ts'
import type { TimelineEntry } from '../../../contract.ts'
import { messages } from '../../../messages.ts'
import { type Lane, lanesOf } from './layout-marks.ts'
import { type Tick, type TimeAxis, thinned, timeAxis } from './time-axis.ts'
import classes from './timeline.module.css'

const { kinds, days, total, gist, size } = messages.timeline

/** How many marks and ticks fit into a width. */
const fitting = (width: number) => ({
  mostTicks: Math.min(Math.max(Math.floor(width / 64), 4), 10),
  mostLabels: Math.max(Math.floor(width / (64 * letters())), 2),
  mostMarks: Math.floor(width / 18),
})
/** The font size relative to the default. */
const letters = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
/** Desktop values until the width is measured, so that labels there do not change. */
const usualWidth = 900

/** A significant day of the case itself, such as the date of the incident. */
export type Milestone = { name: 'incident' | 'entry'; label: string; day: string }

type TimelinePictureProps = { entries: readonly TimelineEntry[]; milestones: readonly Milestone[] }

/** Chart of activity over time: one lane per kind above a shared axis. The list below shows the same data. */
export function TimelineChart({ entries, milestones }: TimelinePictureProps) {
  const { ref, width } = useElementSize()
  const { mostTicks, mostLabels, mostMarks } = fitting(width || usualWidth)
  const axis = timeAxis(
    [...entries, ...milestones].map(({ day }) => day),
    mostTicks,
  )
  const { lanes, largest, isShared } = lanesOf(entries, axis, mostMarks)
  return (
    <figure className={classes.picture}>
      <div role="img" aria-label={gistOf(entries, lanes)} className={classes.plot} data-fits={width > 0}>
        <Ground ref={ref} axis={axis} milestones={milestones} />
        {lanes.map((lane) => (
          <LaneOfKind key={lane.kind} lane={lane} />
        ))}
        <AxisLabels ticks={thinned(axis.ticks, Math.ceil(axis.ticks.length / mostLabels))} />
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
        {largest > 1 && <span>{size(largest, isShared)}</span>}
      </figcaption>
    </figure>
  )
}

type GroundProps = { ref: Ref<SVGSVGElement>; axis: TimeAxis; milestones: readonly Milestone[] }

/** Grid lines behind all lanes: axis ticks and the days of the case. */
function Ground({ ref, axis, milestones }: GroundProps) {
  const lines = [
    ...axis.ticks.map(({ place }) => ({ name: undefined, place })),
    ...milestones.map(({ name, day }) => ({ name, place: axis.placeOf(day) })),
  ]
  return (
    <div className={classes.ground}>
      <svg ref={ref} aria-hidden>
        {lines.map(({ name, place }) => (
          <line key={name ?? place} data-name={name} x1={`${place}%`} x2={`${place}%`} y2="100%" />
        ))}
      </svg>
    </div>
  )
}

function LaneOfKind({ lane: { kind, total: all, marks } }: { lane: Lane }) {
  return (
    <div className={classes.lane}>
      <span className={classes.kind}>{kinds[kind]}</span>
      <svg aria-hidden>
        <line x2="100%" y1="50%" y2="50%" />
        {marks.map(({ place, radius, count, first, last }) => (
          <circle key={first} cx={`${place}%`} cy="50%" r={radius}>
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
    {ticks.map(({ place, label, year }) => (
      <text key={place} x={`${place}%`} y="1em">
        {label}
        {year && (
          <tspan x={`${place}%`} dy="1.3em">
            {year}
          </tspan>
        )}
      </text>
    ))}
  </svg>
)

/** Text alternative of the chart. */
function gistOf(entries: readonly TimelineEntry[], lanes: readonly Lane[]): string {
  const shown = entries.map(({ day }) => formatDay(day))
  const totals = lanes.map((lane) => total(kinds[lane.kind], lane.total)).join(', ')
  return gist(days(shown[0] ?? '', shown.at(-1) ?? ''), totals)
}
