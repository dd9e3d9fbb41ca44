import { type TimelineEntry, type TimelineKind, timelineKind } from '../../../contract.ts'
import type { TimeAxis } from './time-axis.ts'

/** A mark in a lane: all activity of a kind on one day, or on several nearby days. */
export type Mark = { position: number; radius: number; count: number; first: string; last: string }

export type Lane = { kind: TimelineKind; total: number; marks: Mark[] }

/** In pixels. */
const maxRadius = 12
const minRadius = 3.5
/** Tolerance in days for inexact positions. */
const halfDay = 0.5
/** The smallest count that gets the largest mark, so that a single item never has one. */
const minScale = 6

/**
 * Lays out one lane per kind with no more marks than fit. The area of a mark is proportional to its count. Larger
 * marks come first, so that smaller ones are drawn on top.
 */
export function layoutLanes(entries: readonly TimelineEntry[], axis: TimeAxis, maxMarks: number) {
  const reach = (100 * (Math.floor(axis.days / maxMarks) + halfDay)) / axis.days
  const lanes = timelineKind.options.map((kind) => {
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

type Group = [TimelineEntry, ...TimelineEntry[]]

/** Groups days that are within a distance of the first day of their group. Expects ascending days. */
function groupDays(entries: readonly TimelineEntry[], { positionOf }: TimeAxis, reach: number): Group[] {
  const groups: Group[] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    if (group && positionOf(entry.day) - positionOf(group[0].day) < reach) group.push(entry)
    else groups.push([entry])
  }
  return groups
}

/** Places a mark at the average position of its items. */
function layoutMark(group: Group, { positionOf }: TimeAxis, radius: number): Mark {
  const count = sumCounts(group)
  const position = group.reduce((sum, entry) => sum + entry.count * positionOf(entry.day), 0) / count
  return { position, radius, count, first: group[0].day, last: (group.at(-1) ?? group[0]).day }
}

const sumCounts = (entries: readonly TimelineEntry[]) => entries.reduce((sum, { count }) => sum + count, 0)
