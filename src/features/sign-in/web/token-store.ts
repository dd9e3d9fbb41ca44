import { forget, recall, remember } from '#platform/web/local-storage.ts'
import { type UserToken, userToken, userTokenKey } from '../contract.ts'
import { portalTime } from './server-clock.ts'

/** The token that local storage keeps, expired or not; undefined where there is none that can be read. */
export const keptToken = (): UserToken | undefined => recall(userTokenKey, userToken)

/** Keeps a token as the specification has it kept: itself, its expiry in seconds, and whose it is. */
export function keepToken({ token, exp, name }: UserToken) {
  remember(userTokenKey, { token, exp, name })
}

/** Takes the token away, readable or not. */
export const blankToken = () => forget(userTokenKey)

/** Whether a token has not expired. */
export const isLive = ({ exp }: UserToken): boolean => exp > portalTime()
