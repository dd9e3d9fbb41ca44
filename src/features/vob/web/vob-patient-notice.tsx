import { Button } from '@mantine/core'
import { messages } from '../messages.ts'
import classes from './records/records.module.css'
import { useVobPatient } from './vob-patient-storage.ts'

const text = messages.ofCase

/** Shows which patient the next letter is for, above a provider search, with a button to cancel. */
export function VobPatientNotice({ owner }: { owner: string }) {
  const { patient, removePatient } = useVobPatient(owner)
  if (!patient) return null
  return (
    <section className={classes.patient} aria-label={text.title}>
      <p>{text.letterFor(patient.patientName)}</p>
      <Button
        variant="subtle"
        size="compact-md"
        px={0}
        aria-label={text.cancelFor(patient.patientName)}
        onClick={() => {
          removePatient()
          document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
        }}
      >
        {text.cancel}
      </Button>
    </section>
  )
}
