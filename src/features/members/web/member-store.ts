import { z } from 'zod'
import { localStore, tabStore } from '#platform/web/storage.ts'
import type { MemberRecord } from '../contract.ts'

/** The data of a logged-in member. Pages use only what the server returns, so that no schema is needed here. */
const memberStore = localStore<unknown>('memberConfiguration', z.unknown())

/** Whether local storage has the data of a logged-in member. */
export const hasMember = (): boolean => memberStore.has()

/** Stores the member data. */
export const storeMember = (record: MemberRecord) => memberStore.set(record)

/** Removes the member data in every tab. */
export const removeMember = () => memberStore.remove()

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
