import { forget, isRemembered, onRemembered, remember } from '#platform/web/local-storage.ts'
import type { MemberRecord } from '../contract.ts'

const key = 'memberConfiguration'

/** Whether local storage keeps what a member was answered at the login. */
export const hasMember = (): boolean => isRemembered(key)

/** Keeps what the member sees. */
export const keepMember = (record: MemberRecord) => remember(key, record)

/** Takes it away, in every tab. */
export const forgetMember = () => forget(key)

/** Under which a tab keeps what a member typed for an ID card. */
export const cardKey = 'memberIdCard'

/** Forgets in this tab what a member typed as soon as no member is logged in: now, and with a logout in any tab. */
export function forgetCardWithMember() {
  const look = () => {
    if (!hasMember()) forgetCard()
  }
  look()
  onMember(look)
}

/** Forgets what a member typed in this tab: the next person to log in here may be somebody else. */
export function forgetCard() {
  try {
    sessionStorage.removeItem(cardKey)
  } catch {
    // Blocked: nothing was kept.
  }
}

/** Calls back whenever that may have changed, also while the browser had put the page aside; gives the way to stop it. */
export function onMember(listener: () => void): () => void {
  const stop = onRemembered(listener)
  addEventListener('pageshow', listener)
  return () => {
    stop()
    removeEventListener('pageshow', listener)
  }
}
