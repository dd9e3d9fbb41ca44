import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { parseDate } from '#platform/web/date-field/parse-date.ts'
import { openWithoutTicket, WindowBlockedError } from '#platform/web/document/open-document-window.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { type FieldErrors, useAppForm, withFieldErrors } from '#platform/web/form/use-app-form.ts'
import { openIdCard } from '../contract.ts'
import { messages } from '../messages.ts'
import { cardKey as key, removeCard } from './member-store.ts'
import { memberPageKey } from './use-member.ts'

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
export function useIdCardForm(clientName: string) {
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

const lifetimeMs = 30 * 60_000

/** The stored form fields; the date of birth is never stored. */
const storedFields = cardValues.omit({ dateOfBirth: true })
type StoredFields = z.infer<typeof storedFields>

let expiry: ReturnType<typeof setTimeout> | undefined

const cardRecord = storedFields.extend({ clientName: z.string(), keptAt: z.number() })

/** Stores typed data for this tab, so that it survives a reload, even one that a phone forces. */
export function storeCard(clientName: string, values: StoredFields) {
  try {
    sessionStorage.setItem(
      key,
      JSON.stringify({ ...storedFields.parse(values), clientName, keptAt: now().getTime() }),
    )
    removeAfter(lifetimeMs)
  } catch {
    // Storage is blocked: a reload loses the data.
  }
}

/** Schedules the removal. The lifetime is shorter than a session, so no data outlives an idle session. */
function removeAfter(ms: number) {
  clearTimeout(expiry)
  expiry = setTimeout(removeCard, ms)
}

/** Returns the data stored in this tab for members of the client; removes other or expired data. */
export function storedCard(clientName: string): StoredFields | undefined {
  try {
    const card = cardRecord.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
    const remainingMs = card.keptAt + lifetimeMs - now().getTime()
    if (card.clientName !== clientName || remainingMs <= 0) {
      removeCard()
      return undefined
    }
    removeAfter(remainingMs)
    return storedFields.parse(card)
  } catch {
    return undefined
  }
}
