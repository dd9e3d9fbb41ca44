import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ClientConfiguration } from '#clients/contract.ts'
import { call } from '#platform/web/api-client.ts'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { formatTime } from '#platform/web/format-instant.ts'
import { StaticPage } from '#platform/web/static-page.tsx'
import { caseQueryKey } from '../../case-contract.ts'
import { listOwnAccesses, type OpenAccess } from '../../emergency-contract.ts'
import { messages } from '../../emergency-messages.ts'
import { buildCasePath } from '../../rules.ts'
import classes from './emergency.module.css'
import { emergencyQueryKey, useEndAccess } from './emergency-banner.tsx'
import { EmergencyForm } from './emergency-form.tsx'
import { EmergencyReview } from './emergency-review.tsx'

type EmergencyPageProps = { person: string; configuration: ClientConfiguration }

/** People who see only some codes open a case here in an emergency; the others review what was opened. */
export function EmergencyPage({ person, configuration }: EmergencyPageProps) {
  const { emergencyAccess } = configuration
  const casePath = (row: string) => buildCasePath(configuration, row)
  if (emergencyAccess?.role !== 'open')
    return (
      <StaticPage isWide title={messages.review.title}>
        <EmergencyReview casePath={casePath} />
      </StaticPage>
    )
  return (
    <StaticPage title={messages.title}>
      <p>{messages.lead(emergencyAccess.minutes)}</p>
      <Opening person={person} casePath={casePath} />
    </StaticPage>
  )
}

type OpeningProps = { person: string; casePath: (row: string) => string }

function Opening({ person, casePath }: OpeningProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: [emergencyQueryKey, 'own'],
    queryFn: ({ signal }) => call(listOwnAccesses, {}, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const show = ({ row }: OpenAccess) => {
    // The page may have found no case at this address before.
    void queries.resetQueries({ queryKey: [caseQueryKey] })
    void navigate({ to: casePath(row) })
  }
  return (
    <>
      {data && data.accesses.length > 0 && <OpenAccesses accesses={data.accesses} casePath={casePath} />}
      <EmergencyForm person={person} onOpened={show} />
    </>
  )
}

type OpenAccessesProps = { accesses: readonly OpenAccess[]; casePath: (row: string) => string }

/** The cases that are open now. */
function OpenAccesses({ accesses, casePath }: OpenAccessesProps) {
  const ending = useEndAccess()
  return (
    <section aria-label={messages.current} className={classes.open}>
      <h2>{messages.current}</h2>
      <ul className={classes.accesses}>
        {accesses.map(({ id, incidentNumber, row, endsAt }) => (
          <li key={id} className={classes.access}>
            <p>
              <Link to={casePath(row)}>{incidentNumber}</Link>. {messages.ends(formatTime(endsAt))}
            </p>
            <div>
              <BusyButton
                size="compact-sm"
                variant="default"
                aria-label={messages.endNamed(incidentNumber)}
                isBusy={ending.isPending && ending.variables === id}
                onClick={() => ending.mutate(id)}
              >
                {messages.end}
              </BusyButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
