import { z } from 'zod'
import { localStore, type Store, tabStore } from '#platform/web/storage.ts'

const stored = localStore<unknown>('memberConfiguration', () => z.unknown())

/**
 * The data of a logged-in member. Pages use only what the server returns, so that no schema is needed here.
 * Subscribers are also called after a restore from the back/forward cache.
 */
export const memberStore: Store<unknown> = {
  ...stored,
  subscribe(listener) {
    const stop = stored.subscribe(listener)
    addEventListener('pageshow', listener)
    return () => {
      stop()
      removeEventListener('pageshow', listener)
    }
  },
}

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
  memberStore.subscribe(removeIfLoggedOut)
}

/** Removes typed card data from this tab, because the next person to log in may be someone else. */
export function removeCard() {
  tabStore(cardKey, () => z.unknown()).remove()
}
