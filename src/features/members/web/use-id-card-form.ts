import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { parseDate } from '#platform/web/date-field/parse-date.ts'
import { openWithoutTicket, WindowBlockedError } from '#platform/web/document/document-window.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { tabStore } from '#platform/web/storage.ts'
import { openIdCard } from '../contract.ts'
import { messages } from '../messages.ts'
import { cardKey } from './member-store.ts'
import { memberPageKey } from './use-member.ts'

export const cardFields = ['policy', 'firstName', 'lastName', 'dateOfBirth'] as const
type CardField = (typeof cardFields)[number]
type CardValues = Record<CardField, string>

const empty: CardValues = { policy: '', firstName: '', lastName: '', dateOfBirth: '' }

/**
 * The state of the ID card form, which survives a reload. Errors appear after the first failed submit. Popup blockers
 * require opening the window immediately, so the session is checked in parallel.
 */
export function useIdCardForm(clientName: string) {
  const queries = useQueryClient()
  const [values, setValues] = useState({ ...empty, ...storedCard(clientName) })
  const [refusals, setRefusals] = useState(0)
  const [hasOpened, setOpened] = useState(false)
  const found = validateCard(values)
  const submit = () => {
    setOpened(false)
    if (Object.keys(found).length > 0) return setRefusals(refusals + 1)
    setRefusals(0)
    setOpened(openCard({ clientName, ...values, dateOfBirth: parseDate(values.dateOfBirth) ?? '' }))
    void queries.invalidateQueries({ queryKey: memberPageKey })
  }
  const change = (changes: Partial<CardValues>) => {
    const next = { ...values, ...changes }
    setValues(next)
    storeCard(clientName, next)
  }
  return { values, faults: refusals > 0 ? found : {}, refusals, hasOpened, change, submit }
}

/** The error message of each missing field. */
export function validateCard(values: CardValues): Partial<CardValues> {
  const isMissing = (field: CardField) =>
    field === 'dateOfBirth' ? !parseDate(values.dateOfBirth) : values[field].trim() === ''
  return Object.fromEntries(
    cardFields.filter(isMissing).map((field) => [field, messages.card.missing[field]]),
  )
}

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
const storedFields = z.object({ policy: z.string(), firstName: z.string(), lastName: z.string() })

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
