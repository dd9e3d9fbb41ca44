import { localStore } from '#platform/web/storage.ts'
import { type UserToken, userToken, userTokenKey } from '../contract.ts'
import { serverNow } from './server-clock.ts'

/** The token in local storage, expired or not. */
export const tokenStore = localStore(userTokenKey, userToken)

/** The token in local storage, expired or not; undefined if missing or unreadable. */
export const storedToken = (): UserToken | undefined => tokenStore.get()

/**
 * Stores a token in the specified format: the token, when it expires (in seconds since the epoch), and the
 * name of its owner.
 */
export function storeToken({ token, exp, name }: UserToken) {
  tokenStore.set({ token, exp, name })
}

/** Removes the token, readable or not. */
export const removeToken = () => tokenStore.remove()

/** Whether a token has not expired. */
export const isLive = ({ exp }: UserToken): boolean => exp > serverNow()
