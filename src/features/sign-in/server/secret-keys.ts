import { createHash, randomBytes } from 'node:crypto'

/** Generates a random key for a cookie or form: 32 bytes in 43 characters. */
export const generateKey = () => randomBytes(32).toString('base64url')

/** Hashes a key for storage, so that reading the table does not reveal usable keys. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest()
