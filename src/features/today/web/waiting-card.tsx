import { Button } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import { formatWait } from '#authorizations/rules.ts'
import type { listLongestWaiting, WaitingAuthorization } from '../contract.ts'
import { messages } from '../messages.ts'
import { Card, CardLink, ColumnHeads, EmptyCard } from './card.tsx'
import { isLongWait } from './format.ts'
import rowsClasses from './rows.module.css'
import classes from './today.module.css'

const text = messages.waiting

/** The page of pending authorizations. The history state, not the address, names the one to open. */
export const authorizationPath = '/authorization'

type WaitingCardProps = {
  query: UseQueryResult<z.output<typeof listLongestWaiting.response>>
  mayDecide: boolean
}

/** The authorizations that have waited longest; the button opens the one that the queue has first. */
export function WaitingCard({ query, mayDecide }: WaitingCardProps) {
  const navigate = useNavigate()
  const open = (openItn: string) => void navigate({ href: authorizationPath, state: { openItn } })
  return (
    <Card
      title={text.title}
      query={query}
      failed={text.failed}
      hasColumnHeads
      actions={({ pending, next }) =>
        next !== null && (
          <>
            <CardLink href={authorizationPath} className={classes.more}>
              {text.seeAll(pending)}
            </CardLink>
            <Button size="sm" className={classes.primary} onClick={() => open(next)}>
              {mayDecide ? text.reviewNext : text.viewNext}
            </Button>
          </>
        )
      }
    >
      {({ authorizations }) =>
        authorizations.length === 0 ? (
          <EmptyCard message={text.empty}>
            <p>{text.emptyAdvice}</p>
          </EmptyCard>
        ) : (
          <div className={rowsClasses.waitingRows}>
            <ColumnHeads columns={text.columns} />
            <ul>
              {authorizations.map((authorization) => (
                <li key={authorization.itnNumber}>
                  <WaitingRow {...authorization} />
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Card>
  )
}

const WaitingRow = ({
  itnNumber,
  patientName,
  providerName,
  totalChargeFormatted,
  waitingMinutes,
}: WaitingAuthorization) => (
  <CardLink href={authorizationPath} state={{ openItn: itnNumber }} className={rowsClasses.waitingRow}>
    <span data-cell="waiting">
      <span className={classes.pill} data-long={isLongWait(waitingMinutes) || undefined}>
        <IconClock size={13} stroke={1.75} aria-hidden />
        {formatWait(waitingMinutes)}
      </span>
    </span>{' '}
    <span data-cell="itn">{itnNumber}</span> <span data-cell="patient">{patientName}</span>{' '}
    <span data-cell="provider">{providerName}</span>{' '}
    <span data-cell="totalCharge">{totalChargeFormatted}</span>
  </CardLink>
)
