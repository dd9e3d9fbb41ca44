import { createHash, randomBytes } from 'node:crypto'

/** Generates an unguessable key for a cookie or form: 32 random bytes in 43 characters. */
export const newKey = () => randomBytes(32).toString('base64url')

/** The hash of a key to store, so that reading the table does not reveal usable keys. */
export const hashOf = (key: string) => createHash('sha256').update(key).digest()
