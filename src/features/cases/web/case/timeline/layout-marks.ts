import { type TimelineEntry, type TimelineKind, timelineKind } from '../../../contract.ts'
import type { TimeAxis } from './time-axis.ts'

/** A mark in a lane: all activity of a kind on one day, or on several nearby days. */
export type Mark = { place: number; radius: number; count: number; first: string; last: string }

export type Lane = { kind: TimelineKind; total: number; marks: Mark[] }

/** In pixels. */
const largestRadius = 12
const smallestRadius = 3.5
/** Tolerance in days, because positions are not exact. */
const half = 0.5
/** Caps the mark size so that large counts do not fill the lane. */
const fewest = 6

/**
 * Lays out one lane per kind with no more marks than fit. The area of a mark is proportional to its count. Larger
 * marks come first, so that smaller ones are drawn on top.
 */
export function lanesOf(entries: readonly TimelineEntry[], axis: TimeAxis, mostMarks: number) {
  const reach = (100 * (Math.floor(axis.days / mostMarks) + half)) / axis.days
  const lanes = timelineKind.options.map((kind) => {
    const own = entries.filter((entry) => entry.kind === kind)
    return { kind, total: sumOf(own), groups: groupsOf(own, axis, reach) }
  })
  const largest = Math.max(...lanes.flatMap(({ groups }) => groups.map(sumOf)))
  const radiusOf = (count: number) =>
    Math.max(smallestRadius, largestRadius * Math.sqrt(count / Math.max(largest, fewest)))
  return {
    largest,
    isShared: lanes.some(({ groups }) => groups.some((group) => group.length > 1)),
    lanes: lanes.map(({ groups, ...lane }): Lane => {
      const marks = groups.map((group) => markOf(group, axis, radiusOf(sumOf(group))))
      return { ...lane, marks: marks.toSorted((one, other) => other.radius - one.radius) }
    }),
  }
}

type Group = [TimelineEntry, ...TimelineEntry[]]

/** Groups days within the given distance of the first day of their group. Expects ascending days. */
function groupsOf(entries: readonly TimelineEntry[], { placeOf }: TimeAxis, reach: number): Group[] {
  const groups: Group[] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    if (group && placeOf(entry.day) - placeOf(group[0].day) < reach) group.push(entry)
    else groups.push([entry])
  }
  return groups
}

/** Centers a mark over its days. */
function markOf(group: Group, { placeOf }: TimeAxis, radius: number): Mark {
  const count = sumOf(group)
  const place = group.reduce((sum, entry) => sum + entry.count * placeOf(entry.day), 0) / count
  return { place, radius, count, first: group[0].day, last: (group.at(-1) ?? group[0]).day }
}

const sumOf = (entries: readonly TimelineEntry[]) => entries.reduce((sum, { count }) => sum + count, 0)
