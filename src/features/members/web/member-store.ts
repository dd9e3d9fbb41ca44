import { hasStored, onStoredChange, removeStored, writeStored } from '#platform/web/local-storage.ts'
import type { MemberRecord } from '../contract.ts'

const key = 'memberConfiguration'

/** Whether local storage has the data of a logged-in member. */
export const hasMember = (): boolean => hasStored(key)

/** Stores the member data. */
export const storeMember = (record: MemberRecord) => writeStored(key, record)

/** Removes the member data in every tab. */
export const removeMember = () => removeStored(key)

/** The storage key of typed ID card data. */
export const cardKey = 'memberIdCard'

/**
 * Removes typed card data from this tab if no member is logged in, both now and after a logout in any tab.
 */
export function removeCardOnLogout() {
  const removeIfLoggedOut = () => {
    if (!hasMember()) removeCard()
  }
  removeIfLoggedOut()
  onMemberChange(removeIfLoggedOut)
}

/** Removes typed card data from this tab, because the next person to log in may be someone else. */
export function removeCard() {
  try {
    sessionStorage.removeItem(cardKey)
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

/**
 * Subscribes to login and logout, and to restores from the back/forward cache; returns an unsubscribe
 * function.
 */
export function onMemberChange(listener: () => void): () => void {
  const stop = onStoredChange(listener)
  addEventListener('pageshow', listener)
  return () => {
    stop()
    removeEventListener('pageshow', listener)
  }
}
