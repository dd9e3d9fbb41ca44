import { hash, verify } from '@node-rs/argon2'
import { createFairQueue, type Requester } from '#platform/concurrency/fair-queue.ts'
import { messages } from '../messages.ts'

const argon2id = 2
/** Hash cost: the OWASP Password Storage Cheat Sheet minimum for argon2id, in KiB and passes. */
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A dummy hash at the same cost, for unknown names. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$E92N/6eZJyvjExorx2F7LQ$L9sSUBOClDujU4Uwi4k+1sf34WKmYya7QbQxOm6zwNo'

/** Normalizes accented letters, which keyboards send in different forms. */
const normalizePassword = (password: string) => password.normalize('NFC')

/** Hashes a password. */
export const hashPassword = (password: string): Promise<string> => hash(normalizePassword(password), cost)

/** Whether a password matches a hash. */
export const matchesHash = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, normalizePassword(password))

/** Verifies passwords with limited concurrency; queued requests take turns by address or device. */
export function createPasswordVerifier(concurrency: number) {
  const queueMessages = { full: messages.busy, shareFull: messages.busy }
  const enqueue = createFairQueue({
    concurrency,
    maxQueued: 512 * concurrency,
    maxQueuedPerKey: 16 * concurrency,
    messages: queueMessages,
  })
  return {
    /** Whether a password matches a hash. Without a hash it takes the same time and returns false. */
    matches: (password: string, passwordHash: string | undefined, requester: Requester): Promise<boolean> =>
      enqueue(requester, async () => {
        const isMatch = await matchesHash(passwordHash ?? dummyHash, password)
        return isMatch && passwordHash !== undefined
      }),
  }
}
