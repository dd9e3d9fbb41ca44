import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { focusOrMain } from '#platform/web/content-states.tsx'
import type { RequestTicket } from '#platform/web/document/document-request.ts'
import type { Provider, SearchInfo } from '#provider-search/contract.ts'
import { messages } from '../messages.ts'
import recordClasses from './records/records.module.css'
import classes from './vob.module.css'
import type { VobClient } from './vob-modal.tsx'
import { useVobPatient } from './vob-storage.ts'

const VobModal = lazy(() => import('./vob-modal.tsx').then((module) => ({ default: module.VobModal })))

type VobFormProps = { provider: Provider; opened: boolean; onClose: () => void; onClosed: () => void }

/** Who issues letters for which client. */
type VobIssuer = { client: VobClient; owner: string }

/** Creates the Create VOB row action: column title, button and form. */
export function vobAction(search: SearchInfo, issuer: () => VobIssuer, requestTicket: RequestTicket) {
  const Form = (props: VobFormProps) => (
    <Suspense>
      <VobModal {...props} {...issuer()} searchCode={search.code} requestTicket={requestTicket} />
    </Suspense>
  )
  return { label: messages.title, Cell: VobCell, Form }
}

type VobCellProps = { provider: Provider; onOpen: (button: HTMLElement) => void }

/** The button that opens the form, or the reason there is none. */
function VobCell({ provider, onOpen }: VobCellProps) {
  if (provider.hideVOB) return <span className={classes.message}>{provider.vobMessage}</span>
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={messages.createFor(provider.name)}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      {messages.create}
    </Button>
  )
}

const text = messages.ofCase

/** Shows which patient the next letter is for, above a provider search, with a button to cancel. */
export function VobPatientNotice({ owner }: { owner: string }) {
  const { patient, removePatient } = useVobPatient(owner)
  if (!patient) return null
  return (
    <section className={recordClasses.patient} aria-label={text.title}>
      <p>{text.letterFor(patient.patientName)}</p>
      <Button
        variant="subtle"
        size="compact-md"
        px={0}
        aria-label={text.cancelFor(patient.patientName)}
        onClick={() => {
          removePatient()
          focusOrMain()
        }}
      >
        {text.cancel}
      </Button>
    </section>
  )
}
