import { localStore } from '#platform/web/storage.ts'
import { userToken } from '../token-contract.ts'

/** The portal token, expired or not. Public pages load this module, but not the rest of the session. */
export const tokenStore = localStore('userToken', userToken)
