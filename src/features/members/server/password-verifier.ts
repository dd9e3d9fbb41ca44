import { hash, verify } from '@node-rs/argon2'
import { createFairQueue } from '#platform/server/fair-queue.ts'
import { messages } from '../messages.ts'

const argon2id = 2
/** What a hash costs: the least that the OWASP Password Storage Cheat Sheet asks of argon2id, in KiB and passes. */
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash of nobody's password, at the same cost: for names that nobody has. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$E92N/6eZJyvjExorx2F7LQ$L9sSUBOClDujU4Uwi4k+1sf34WKmYya7QbQxOm6zwNo'

/** Keyboards differ in how they send a letter with its mark. */
const composed = (password: string) => password.normalize('NFC')

/** What is kept of a password. */
export const hashOfPassword = (password: string): Promise<string> => hash(composed(password), cost)

/** Whether a password is the one of a hash. */
export const isPasswordOf = (kept: string, password: string): Promise<boolean> =>
  verify(kept, composed(password))

type Asking = { address: string; abortSignal: AbortSignal }

/** Where passwords are checked: so many at once, whoever they are of; more wait their turn, in turns by address. */
export function createPasswordVerifier(atOnce: number) {
  const says = { full: messages.busy, shareFull: messages.busy }
  const inTurn = createFairQueue({ atOnce, queue: 64 * atOnce, share: 16 * atOnce, says })
  return {
    /** Whether a password is the one of a hash. It takes as long where there is no hash: then it is none. */
    isRight: (
      password: string,
      kept: string | undefined,
      { address, abortSignal }: Asking,
    ): Promise<boolean> =>
      inTurn({ person: address, abortSignal }, async () => {
        const fits = await isPasswordOf(kept ?? nobodysHash, password)
        return fits && kept !== undefined
      }),
  }
}
