import { Button } from '@mantine/core'
import { formatDay } from '#platform/contract/date-format.ts'
import { today } from '#platform/web/format-instant.ts'
import type { MultiClientSearch } from '#platform/web/multi-client-search/use-multi-client-search.ts'
import { messages } from '../../messages.ts'
import classes from './quick-ranges.module.css'
import type { ActivityValues } from './search-values.ts'

const names = ['today', 'yesterday', 'lastSevenDays', 'lastThirtyDays', 'thisMonth', 'lastMonth'] as const
export type QuickRange = (typeof names)[number]

/** Buttons that search a common date range right away. */
export function QuickRanges({ search }: { search: MultiClientSearch<ActivityValues> }) {
  const { startDate, endDate } = search.values
  return (
    <fieldset aria-label={messages.quickRanges.title} className={classes.ranges}>
      {names.map((name) => {
        const range = resolveQuickRange(name)
        return (
          <Button
            key={name}
            size="compact-sm"
            variant="subtle"
            aria-pressed={range.startDate === startDate && range.endDate === endDate}
            onClick={() => search.searchWith(range)}
          >
            {messages.quickRanges[name]}
          </Button>
        )
      })}
    </fieldset>
  )
}

/** The first and last day of a range, M/D/YYYY, both included. */
export function resolveQuickRange(name: QuickRange, day = today()) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const at = (monthOffset: number, dayOfMonth: number) =>
    formatDay(new Date(Date.UTC(year, month - 1 + monthOffset, dayOfMonth)).toISOString().slice(0, 10))
  const ranges: Record<QuickRange, [startDate: string, endDate: string]> = {
    today: [at(0, date), at(0, date)],
    yesterday: [at(0, date - 1), at(0, date - 1)],
    lastSevenDays: [at(0, date - 6), at(0, date)],
    lastThirtyDays: [at(0, date - 29), at(0, date)],
    thisMonth: [at(0, 1), at(0, date)],
    lastMonth: [at(-1, 1), at(0, 0)],
  }
  const [startDate, endDate] = ranges[name]
  return { startDate, endDate }
}
