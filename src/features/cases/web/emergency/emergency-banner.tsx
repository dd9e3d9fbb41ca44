import { Alert } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { call, isNotFoundError } from '#platform/web/api-client.ts'
import { useDocumentViewer } from '#platform/web/document/document-viewer.tsx'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { formatTime } from '#platform/web/format-instant.ts'
import { endAccess, type OpenAccess } from '../../emergency-contract.ts'
import { messages } from '../../emergency-messages.ts'
import { useCaseSearch } from '../case-search-context.ts'
import { endInTabs } from './access-watch.ts'
import classes from './emergency.module.css'

/** The page for emergency access. */
export const emergencyPath = '/emergency-access'
/** The first part of the query keys of emergency access. */
export const emergencyQueryKey = 'emergency access'

/** Ends an access. Nothing that was read through it stays in any tab. */
export function useEndAccess(onEnded?: () => void) {
  const queries = useQueryClient()
  const forget = (id: string) => {
    void queries.invalidateQueries({ queryKey: [emergencyQueryKey] })
    endInTabs(queries, id)
    onEnded?.()
  }
  return useMutation({
    mutationFn: (id: string) => call(endAccess, { id }),
    onMutate: dismissError,
    onSuccess: (_ended, id) => forget(id),
    onError: (error, id) => {
      // It has ended by itself.
      if (isNotFoundError(error)) forget(id)
      else showError(messages.endFailed)
    },
  })
}

type BannerProps = { access: Pick<OpenAccess, 'id' | 'endsAt'>; onEnded: () => void }

/** Says that a case was opened in an emergency, until when, and ends it. */
export function EmergencyBanner({ access: { id, endsAt }, onEnded }: BannerProps) {
  const ending = useEndAccess(onEnded)
  return (
    <Alert color="amber" variant="light" role="note" title={messages.banner} className={classes.banner}>
      <p>
        {messages.ends(formatTime(endsAt))} {messages.bannerNote}
      </p>
      <BusyButton
        size="compact-sm"
        variant="default"
        data-noprint
        isBusy={ending.isPending}
        onClick={() => ending.mutate(id)}
      >
        {messages.end}
      </BusyButton>
    </Alert>
  )
}

/** Says that the access to the case has ended, instead of the case. */
export function AccessEnded() {
  const viewer = useDocumentViewer()
  const removeDocument = useEffectEvent(() => viewer?.onRemove())
  useEffect(() => removeDocument(), [])
  return (
    <>
      <p role="status">{messages.unknown}</p>
      <EmergencyOffer />
    </>
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
