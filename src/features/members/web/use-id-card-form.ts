import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { parseDate } from '#platform/contract/parse-date.ts'
import { openWithoutTicket, WindowBlockedError } from '#platform/web/document/document-window.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { type FieldErrors, useAppForm, withFieldErrors } from '#platform/web/form/use-app-form.ts'
import { tabStore } from '#platform/web/storage.ts'
import { openIdCard } from '../contract.ts'
import { messages } from '../messages.ts'
import { cardKey } from './member-store.ts'
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
