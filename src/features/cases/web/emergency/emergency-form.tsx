import { Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { normalizeText, visibleLength } from '#platform/contract/normalize-text.ts'
import { parseDate } from '#platform/contract/parse-date.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import { draftStore } from '#platform/web/drafts/draft-storage.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { Form } from '#platform/web/form/form.tsx'
import { useAppForm, useFieldValue, withFieldErrors } from '#platform/web/form/use-app-form.ts'
import { isStepUpDemand, StepUpConfirm, useStepUp } from '#sign-in/web/step-up-confirm.tsx'
import { incidentNumberLength } from '../../contract.ts'
import { emergencyReasonLength, type OpenAccess, openInEmergency } from '../../emergency-contract.ts'
import { messages } from '../../emergency-messages.ts'
import classes from './emergency.module.css'

const typedValues = z.object({ incidentNumber: z.string(), dateOfBirth: z.string(), reason: z.string() })
type Values = z.infer<typeof typedValues>
const noValues: Values = { incidentNumber: '', dateOfBirth: '', reason: '' }

const schema = withFieldErrors(typedValues, ({ incidentNumber, dateOfBirth, reason }) => {
  const { min, max } = emergencyReasonLength
  const text = normalizeText(reason)
  return {
    ...(incidentNumber.trim().length !== incidentNumberLength && { incidentNumber: messages.incidentFault }),
    ...(!parseDate(dateOfBirth) && { dateOfBirth: messages.dateFault }),
    ...((visibleLength(text) < min || text.length > max) && { reason: messages.reasonFault(min, max) }),
  }
})

/** As long as a sign-in can take. */
const draftMs = 15 * 60_000

/** What a person has entered, kept while they sign in again. */
export const emergencyDraft = (person: string) => draftStore(person, 'emergency', typedValues, draftMs)

type EmergencyFormProps = { person: string; onOpened: (access: OpenAccess) => void }

/** Opens one case by its number, its patient's date of birth and a reason. */
export function EmergencyForm({ person, onOpened }: EmergencyFormProps) {
  const draft = useMemo(() => emergencyDraft(person), [person])
  const form = useAppForm({ schema, defaultValues: draft.get() ?? noValues, idPrefix: 'emergency' })
  const stepUp = useStepUp(() => draft.set(form.getValues()))
  const opening = useMutation({
    mutationFn: ({ incidentNumber, dateOfBirth, reason }: Values) =>
      call(openInEmergency, {
        incidentNumber: incidentNumber.trim(),
        dateOfBirth: parseDate(dateOfBirth) ?? '',
        reason: reason.trim(),
      }),
    onMutate: dismissError,
    onSuccess: (access) => {
      draft.remove()
      onOpened(access)
    },
    onError: (error) => {
      if (isStepUpDemand(error)) stepUp.ask()
      else showError((error instanceof ApiError ? error.problem?.detail : undefined) ?? messages.failed)
    },
  })
  return (
    <Form form={form} isBusy={opening.isPending} onSubmit={opening.mutate} className={classes.form}>
      <TextInput
        {...form.field('incidentNumber')}
        label={messages.incidentNumber}
        withAsterisk
        aria-required
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
      />
      <DateField
        id={form.fieldId('dateOfBirth')}
        label={messages.dateOfBirth}
        value={useFieldValue(form, 'dateOfBirth')}
        error={form.errors.dateOfBirth}
        required
        onChange={(dateOfBirth) => form.change({ dateOfBirth })}
      />
      <Textarea
        {...form.field('reason')}
        label={messages.reason}
        description={messages.reasonHint}
        withAsterisk
        aria-required
        autosize
        minRows={3}
      />
      <div>
        <BusyButton type="submit" isBusy={opening.isPending}>
          {messages.open}
        </BusyButton>
      </div>
      <StepUpConfirm stepUp={stepUp}>{messages.stepUpQuestion}</StepUpConfirm>
    </Form>
  )
}
