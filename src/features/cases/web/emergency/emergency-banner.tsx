import { Alert, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { now } from '#platform/contract/clock.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { formatTime } from '#platform/web/format-instant.ts'
import { caseQueryKey } from '../../case-contract.ts'
import { endAccess, type OpenAccess } from '../../emergency-contract.ts'
import { messages } from '../../emergency-messages.ts'
import { useCaseSearch } from '../case-search-context.ts'
import classes from './emergency.module.css'

/** The page for emergency access. */
export const emergencyPath = '/emergency-access'
/** The first part of the query keys of emergency access. */
export const emergencyQueryKey = 'emergency access'

/** Ends an access. Nothing that was read through it stays in the page. */
export function useEndAccess(onEnded?: () => void) {
  const queries = useQueryClient()
  const forget = () => {
    void queries.invalidateQueries({ queryKey: [emergencyQueryKey] })
    void queries.resetQueries({ queryKey: [caseQueryKey] })
    onEnded?.()
  }
  return useMutation({
    mutationFn: (id: string) => call(endAccess, { id }),
    onMutate: dismissError,
    onSuccess: forget,
    onError: (error) => {
      // It has ended by itself.
      if (error instanceof ApiError && error.status === 404) forget()
      else showError(messages.endFailed)
    },
  })
}

type BannerProps = { access: Pick<OpenAccess, 'id' | 'endsAt'>; onEnded: () => void }

/** Says that a case was opened in an emergency, until when, and ends it. The case closes by itself at that time. */
export function EmergencyBanner({ access: { id, endsAt }, onEnded }: BannerProps) {
  const ending = useEndAccess(onEnded)
  const queries = useQueryClient()
  useEffect(() => {
    const timer = setTimeout(
      () => void queries.resetQueries({ queryKey: [caseQueryKey] }),
      Math.max(0, Date.parse(endsAt) - now().getTime()),
    )
    return () => clearTimeout(timer)
  }, [endsAt, queries])
  return (
    <Alert color="amber" variant="light" role="note" title={messages.banner} className={classes.banner}>
      <p>
        {messages.ends(formatTime(endsAt))} {messages.bannerNote}
      </p>
      <Button
        size="compact-sm"
        variant="default"
        data-noprint
        loading={ending.isPending}
        onClick={() => ending.mutate(id)}
      >
        {messages.end}
      </Button>
    </Alert>
  )
}

/** Offers to open a case in an emergency where a person does not find one, if they can. */
export function EmergencyOffer() {
  const { opensInEmergency } = useCaseSearch()
  if (!opensInEmergency) return null
  return (
    <p data-noprint>
      <Link to={emergencyPath} className={classes.offer}>
        {messages.offer}
      </Link>
    </p>
  )
}
