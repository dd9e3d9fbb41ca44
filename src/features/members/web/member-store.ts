import { hasStored, onStoredChange, removeStored, writeStored } from '#platform/web/local-storage.ts'
import type { MemberRecord } from '../contract.ts'

const key = 'memberConfiguration'

/** Whether local storage has the login response of a member. */
export const hasMember = (): boolean => hasStored(key)

/** Stores the member data. */
export const keepMember = (record: MemberRecord) => writeStored(key, record)

/** Removes it in every tab. */
export const forgetMember = () => removeStored(key)

/** The storage key of typed ID card data. */
export const cardKey = 'memberIdCard'

/** Clears typed data in this tab when no member is logged in: now, and on logout in any tab. */
export function forgetCardWithMember() {
  const look = () => {
    if (!hasMember()) forgetCard()
  }
  look()
  onMember(look)
}

/** Clears typed data in this tab: the next person to log in here may be someone else. */
export function forgetCard() {
  try {
    sessionStorage.removeItem(cardKey)
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

/**
 * Subscribes to changes, including after a restore from the back/forward cache; returns an unsubscribe function.
 */
export function onMember(listener: () => void): () => void {
  const stop = onStoredChange(listener)
  addEventListener('pageshow', listener)
  return () => {
    stop()
    removeEventListener('pageshow', listener)
  }
}
