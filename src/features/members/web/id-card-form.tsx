import { Alert, Button, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { type DateOrder, parseDate } from '#platform/contract/parse-date.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import { openWithoutTicket, WindowBlockedError } from '#platform/web/document/document-window.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { Form } from '#platform/web/form/form.tsx'
import {
  type AppForm,
  type FieldErrors,
  useAppForm,
  useFormValues,
  withFieldErrors,
} from '#platform/web/form/use-app-form.ts'
import { PhoneLink } from '#platform/web/link/phone-link.tsx'
import { tabStore } from '#platform/web/storage.ts'
import { type Language, type MemberRecord, openIdCard } from '../contract.ts'
import type { MemberTexts } from '../messages.ts'
import { cardKey, removeCard } from './member-store.ts'
import classes from './members.module.css'
import { memberPageKey, useFindCard } from './use-member.ts'
import { useTexts } from './use-texts.ts'

type IdCardFormProps = MemberRecord & {
  /** Whether the card of another person is on the page. */
  isForAnother?: boolean
  onFound: () => void
}

/** The form for policy details; shows the ID card on the page or opens it in a new window. */
export function IdCardForm({ isForAnother = false, ...props }: IdCardFormProps) {
  const { text } = useTexts()
  const { form, hasOpened, find, show, display } = useIdCardForm(props)
  const name = isForAnother ? text.form.another : text.form.title
  return (
    <section className={classes.card} aria-label={name}>
      {!isForAnother && <Title order={2}>{name}</Title>}
      <p>{text.form.lead}</p>
      {props.showEnglishAndGerman && <p>{text.form.languages}</p>}
      <Form
        form={form}
        summary={{ title: text.errorSummaryTitle }}
        aria-label={name}
        className={classes.cardForm}
        isBusy={find.isPending}
        onSubmit={show}
        onInvalid={find.reset}
      >
        <CardFields form={form} />
        <CardRejection error={find.error} />
        <div className={classes.buttons}>
          <BusyButton type="submit" size="lg" isBusy={find.isPending}>
            {text.form.show}
          </BusyButton>
          <Button variant="default" size="lg" onClick={display}>
            {text.form.display}
          </Button>
        </div>
        <p role="status" className={classes.opens}>
          {hasOpened && text.form.opens}
        </p>
      </Form>
      <p className={classes.disclaimer}>{text.form.disclaimer(getBootstrapData().companyName)}</p>
    </section>
  )
}

function CardFields({ form }: { form: AppForm<CardValues> }) {
  const { text, language } = useTexts()
  const { labels, dateForm, chooseDate } = text.form
  const { dateOfBirth } = useFormValues(form)
  return (
    <>
      {(['policy', 'firstName', 'lastName'] as const).map((field) => (
        <TextInput
          key={field}
          label={labels[field]}
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
        label={labels.dateOfBirth}
        value={dateOfBirth}
        error={form.errors.dateOfBirth}
        required
        size="lg"
        notation={{
          order: dateOrders[language],
          format: text.face.day,
          placeholder: dateForm,
          choose: chooseDate,
        }}
        onChange={(dateOfBirth) => form.change({ dateOfBirth })}
      />
    </>
  )
}

/** Why there is no card to show, and how to reach customer service. */
function CardRejection({ error }: { error: Error | null }) {
  const { text } = useTexts()
  const { servicePhone, serviceEmail } = getBootstrapData()
  const status = error instanceof ApiError ? error.status : 0
  if (!error || status === 401) return null
  const { title, pageAdvice } = text.cardErrors[status === 429 ? 'tooManyCards' : 'noCard']
  const isRejected = status === 404 || status === 429
  return (
    <Alert role="alert" color="red" variant="outline" className={classes.rejection}>
      <p>
        <b>{isRejected ? title : text.shown.failed}</b>
      </p>
      {isRejected && <p>{pageAdvice}</p>}
      {(servicePhone || serviceEmail) && <p>{text.service.helps}</p>}
      <p>
        {servicePhone && <PhoneLink phone={servicePhone} />} {servicePhone && serviceEmail && ' · '}
        {serviceEmail && <a href={`mailto:${serviceEmail}`}>{serviceEmail}</a>}
      </p>
    </Alert>
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

const dateOrders: Record<Language, DateOrder> = { en: 'month first', de: 'day first' }

/** The state of the ID card form, which survives a reload. */
function useIdCardForm({ clientName, onFound }: IdCardFormProps) {
  const queries = useQueryClient()
  const { text, language } = useTexts()
  const order = dateOrders[language]
  const form = useAppForm({
    schema: withFieldErrors(cardValues, (values) => validateCard(values, text, order)),
    defaultValues: { ...empty, ...storedCard(clientName) },
    idPrefix: 'id-card',
    onChange: (values) => storeCard(clientName, values),
  })
  const [hasOpened, setOpened] = useState(false)
  const find = useFindCard(() => {
    removeCard()
    form.reset(empty)
    onFound()
  })
  const read = (values: CardValues) => ({
    ...values,
    dateOfBirth: parseDate(values.dateOfBirth, order) ?? '',
  })
  const show = (values: CardValues) => {
    setOpened(false)
    find.mutate(read(values))
  }
  // Popup blockers require opening the window immediately, so the session is checked in parallel.
  const display = (values: CardValues) => {
    find.reset()
    setOpened(openCard({ clientName, ...read(values) }, text.around.documents.windowBlocked))
    void queries.invalidateQueries({ queryKey: memberPageKey })
  }
  return { form, hasOpened, find, show, display: form.handleSubmit(display, () => setOpened(false)) }
}

/** Returns the error message of each missing field. */
export function validateCard(
  values: CardValues,
  text: MemberTexts,
  order: DateOrder,
): FieldErrors<CardValues> {
  const isMissing = (field: keyof CardValues) =>
    field === 'dateOfBirth' ? !parseDate(values.dateOfBirth, order) : values[field].trim() === ''
  const fields = cardValues.keyof().options
  return Object.fromEntries(fields.filter(isMissing).map((field) => [field, text.form.missing[field]]))
}

/** Opens a window that asks this page for the fields and requests the card. Returns false, and says so, if it is blocked. */
function openCard(fields: CardValues & { clientName: string }, blocked: string): boolean {
  try {
    openWithoutTicket({ path: openIdCard.path, fields })
    return true
  } catch (error) {
    if (!(error instanceof WindowBlockedError)) throw error
    showError(blocked)
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
