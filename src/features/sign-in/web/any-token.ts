import { z } from 'zod'
import { localStore } from '#platform/web/storage.ts'
import { userTokenKey } from '../rules.ts'

/** The token, valid or not. Its schema belongs to the staff module, which loads only if there is a token. */
export const anyToken = localStore(userTokenKey, z.unknown())
