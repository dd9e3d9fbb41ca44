import { forget, isRemembered, onRemembered, remember } from '#platform/web/remembered.ts'
import type { MemberRecord } from '../contract.ts'

const key = 'memberConfiguration'

/** Whether local storage keeps what a member was answered at the login. */
export const hasMember = (): boolean => isRemembered(key)

/** Keeps what the member sees. */
export const keepMember = (record: MemberRecord) => remember(key, record)

/** Takes it away, in every tab. */
export const forgetMember = () => forget(key)

/** Calls back whenever that may have changed, also while the browser had put the page aside; gives the way to stop it. */
export function onMember(listener: () => void): () => void {
  const stop = onRemembered(listener)
  addEventListener('pageshow', listener)
  return () => {
    stop()
    removeEventListener('pageshow', listener)
  }
}
