import { z } from 'zod'
import { localStore, tabStore } from '#platform/web/storage.ts'

/** The data of a logged-in member. Pages use only what the server returns, so that no schema is needed here. */
export const memberStore = localStore<unknown>('memberConfiguration', z.unknown())

/** The storage key of typed ID card data. */
export const cardKey = 'memberIdCard'

/**
 * Removes typed card data from this tab if no member is logged in, both now and after a logout in any tab.
 */
export function removeCardOnLogout() {
  const removeIfLoggedOut = () => {
    if (!memberStore.has()) removeCard()
  }
  removeIfLoggedOut()
  onMemberChange(removeIfLoggedOut)
}

/** Removes typed card data from this tab, because the next person to log in may be someone else. */
export function removeCard() {
  tabStore(cardKey, z.unknown()).remove()
}

/**
 * Subscribes to login and logout, and to restores from the back/forward cache; returns an unsubscribe
 * function.
 */
export function onMemberChange(listener: () => void): () => void {
  const stop = memberStore.subscribe(listener)
  addEventListener('pageshow', listener)
  return () => {
    stop()
    removeEventListener('pageshow', listener)
  }
}
