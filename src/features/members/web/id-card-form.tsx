import { Button, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { z } from 'zod'
import { parseDate } from '#platform/contract/parse-date.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import { openWithoutTicket, WindowBlockedError } from '#platform/web/document/document-window.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { Form } from '#platform/web/form/form.tsx'
import {
  type FieldErrors,
  useAppForm,
  useFormValues,
  withFieldErrors,
} from '#platform/web/form/use-app-form.ts'
import { tabStore } from '#platform/web/storage.ts'
import { type MemberRecord, openIdCard } from '../contract.ts'
import { messages } from '../messages.ts'
import { cardKey } from './member-store.ts'
import classes from './members.module.css'
import { memberPageKey } from './use-member.ts'

const text = messages.card

/** The form for policy details; opens the ID card in a new window. */
export function IdCardForm({ clientName, showEnglishAndGerman }: MemberRecord) {
  const { form, hasOpened, submit, onInvalid } = useIdCardForm(clientName)
  const { dateOfBirth } = useFormValues(form)
  const title = useId()
  return (
    <section className={classes.card} aria-labelledby={title}>
      <Title order={2} id={title}>
        {text.title}
      </Title>
      <p>{text.lead}</p>
      {showEnglishAndGerman && <p>{text.languages}</p>}
      <Form
        form={form}
        summary={{ title: messages.errorSummaryTitle }}
        aria-labelledby={title}
        className={classes.cardForm}
        onSubmit={submit}
        onInvalid={onInvalid}
      >
        {(['policy', 'firstName', 'lastName'] as const).map((field) => (
          <TextInput
            key={field}
            label={text.labels[field]}
            size="lg"
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={field === 'policy' ? 60 : 100}
            {...form.field(field)}
          />
        ))}
        <DateField
          id={form.fieldId('dateOfBirth')}
          label={text.labels.dateOfBirth}
          value={dateOfBirth}
          error={form.errors.dateOfBirth}
          required
          size="lg"
          onChange={(dateOfBirth) => form.change({ dateOfBirth })}
        />
        <Button type="submit" size="lg" className={classes.display}>
          {text.display}
        </Button>
        <p role="status" className={classes.opens}>
          {hasOpened && text.opens}
        </p>
      </Form>
      <p className={classes.disclaimer}>{text.disclaimer(getBootstrapData().companyName)}</p>
    </section>
  )
}

const cardValues = z.object({
  policy: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string(),
})
type CardValues = z.infer<typeof cardValues>

const empty: CardValues = { policy: '', firstName: '', lastName: '', dateOfBirth: '' }

/**
 * The state of the ID card form, which survives a reload. Popup blockers require opening the window immediately, so the
 * session is checked in parallel.
 */
function useIdCardForm(clientName: string) {
  const queries = useQueryClient()
  const form = useAppForm({
    schema: cardForm,
    defaultValues: { ...empty, ...storedCard(clientName) },
    idPrefix: 'id-card',
    onChange: (values) => storeCard(clientName, values),
  })
  const [hasOpened, setOpened] = useState(false)
  const submit = (values: CardValues) => {
    setOpened(openCard({ clientName, ...values, dateOfBirth: parseDate(values.dateOfBirth) ?? '' }))
    void queries.invalidateQueries({ queryKey: memberPageKey })
  }
  return { form, hasOpened, submit, onInvalid: () => setOpened(false) }
}

/** Returns the error message of each missing field. */
export function validateCard(values: CardValues): FieldErrors<CardValues> {
  const isMissing = (field: keyof CardValues) =>
    field === 'dateOfBirth' ? !parseDate(values.dateOfBirth) : values[field].trim() === ''
  const fields = cardValues.keyof().options
  return Object.fromEntries(fields.filter(isMissing).map((field) => [field, messages.card.missing[field]]))
}

const cardForm = withFieldErrors(cardValues, validateCard)

/** Posts the fields into a new window; returns whether the browser allowed it. */
function openCard(fields: CardValues & { clientName: string }): boolean {
  try {
    openWithoutTicket({ path: openIdCard.path, fields })
    return true
  } catch (error) {
    if (!(error instanceof WindowBlockedError)) throw error
    showError(error.message)
    return false
  }
}

/** The stored form fields; the date of birth is never stored. */
const storedFields = cardValues.omit({ dateOfBirth: true })

/**
 * Typed data of this tab for members of a client: it survives a reload, even one that a phone forces. The lifetime is
 * shorter than a session, so no data outlives an idle session.
 */
const cardStore = (clientName: string) =>
  tabStore(cardKey, storedFields, { owner: clientName, maxAge: 30 * 60_000 })

/** Stores typed data for members of the client. */
export const storeCard = (
  clientName: string,
  { policy, firstName, lastName }: z.infer<typeof storedFields>,
) => cardStore(clientName).set({ policy, firstName, lastName })

/** Returns the data stored for members of the client; removes other or expired data. */
export const storedCard = (clientName: string) => cardStore(clientName).get()
