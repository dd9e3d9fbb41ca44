import { createHash, randomBytes } from 'node:crypto'

/** A key nobody guesses, as a cookie or a form carries it: 32 random bytes in 43 characters. */
export const newKey = () => randomBytes(32).toString('base64url')

/** What the database keeps of a key: who reads the table cannot use it. */
export const hashOf = (key: string) => createHash('sha256').update(key).digest()
