import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { EmptyPlace } from '#platform/web/empty-place.tsx'
import { ListPlace } from '#platform/web/list-place.tsx'
import { readTimeline } from '../../../contract.ts'
import { messages } from '../../../messages.ts'
import { keyOf } from '../../../rules.ts'
import type { Incident } from '../incident.ts'
import classes from './timeline.module.css'
import { TimelineList } from './timeline-list.tsx'
import { type Milestone, TimelinePicture } from './timeline-picture.tsx'

/** What happened in a case and when, as a picture and as a list. */
export function Timeline({ incident }: { incident: Incident }) {
  const key = keyOf(incident)
  const query = useQuery({
    queryKey: ['case', 'timeline', key.incidentNumber],
    queryFn: ({ signal }) => call(readTimeline, key, signal),
  })
  const { waitingBills = 0, timeline } = query.data ?? {}
  const waiting = waitingBills > 0 ? messages.timeline.waiting(waitingBills) : undefined
  return (
    <ListPlace
      query={{ ...query, data: timeline }}
      waiting={messages.loading(messages.pages.timeline)}
      failed={messages.timelineFailed}
      empty={<EmptyPlace sentence={messages.noActivity} advice={waiting ?? messages.noActivityAdvice} />}
    >
      {(entries) => (
        <div className={classes.timeline}>
          <TimelinePicture entries={entries} milestones={milestonesOf(incident)} />
          {waiting && <p className={classes.waiting}>{waiting}</p>}
          <TimelineList entries={entries} incident={incident} />
        </div>
      )}
    </ListPlace>
  )
}

function milestonesOf({ dateOfIncident, enterDate }: Incident): Milestone[] {
  const { dateOfIncident: happened, enterDate: entered } = messages
  return [
    ...(dateOfIncident ? [{ name: 'incident', label: happened, day: dateOfIncident } as const] : []),
    ...(enterDate ? [{ name: 'entry', label: entered, day: enterDate } as const] : []),
  ]
}
