import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '#platform/web/empty-state.tsx'
import { QueryList } from '#platform/web/query-list.tsx'
import { messages } from '../../../messages.ts'
import type { Incident } from '../../../rules.ts'
import { timelineQuery } from '../use-case.ts'
import classes from './timeline.module.css'
import { type Milestone, TimelineChart } from './timeline-chart.tsx'
import { TimelineList } from './timeline-list.tsx'

/** The timeline of a case as a chart and as a list. */
export function Timeline({ incident }: { incident: Incident }) {
  const query = useQuery(timelineQuery(incident))
  const { waitingBills = 0, timeline } = query.data ?? {}
  const waiting = waitingBills > 0 ? messages.timeline.waiting(waitingBills) : undefined
  return (
    <QueryList
      query={{ ...query, data: timeline }}
      waiting={messages.loading(messages.pages.timeline)}
      failed={messages.timelineFailed}
      empty={<EmptyState message={messages.noActivity} advice={waiting ?? messages.noActivityAdvice} />}
    >
      {(entries) => (
        <div className={classes.timeline}>
          <TimelineChart entries={entries} milestones={listMilestones(incident)} />
          {waiting && <p className={classes.waiting}>{waiting}</p>}
          <TimelineList entries={entries} incident={incident} />
        </div>
      )}
    </QueryList>
  )
}

/** The days of the incident and its entry. */
export function listMilestones({ dateOfIncident, enterDate }: Incident): Milestone[] {
  const { dateOfIncident: happened, enterDate: entered } = messages
  return [
    ...(dateOfIncident ? [{ name: 'incident', label: happened, day: dateOfIncident } as const] : []),
    ...(enterDate ? [{ name: 'entry', label: entered, day: enterDate } as const] : []),
  ]
}
