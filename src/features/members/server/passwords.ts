import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { createFairQueue, type Requester } from '#platform/concurrency/fair-queue.ts'
import { loadOnce } from '#platform/concurrency/load-once.ts'
import { dayMs } from '#platform/contract/clock.ts'
import { demoPassword } from '#sign-in/server/demo-accounts.ts'
import { messages as visitorMessages } from '../messages.ts'
import { passwordLength } from '../rules.ts'
import { messages } from './members-messages.ts'

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const generatedLength = { groups: 7, letters: 4 }

/** Generates a readable random password with 140 bits of entropy: "k7fm-2xpa-…". */
export function generatePassword(): string {
  const letter = () => alphabet.charAt(randomInt(alphabet.length))
  const group = () => Array.from({ length: generatedLength.letters }, letter).join('')
  return Array.from({ length: generatedLength.groups }, group).join('-')
}

/**
 * How long an initial password can be replaced: time to hand it over in person or by letter, also around a holiday, and no
 * more, because it waits in a place that its owner did not choose.
 */
export const initialPasswordMs = 7 * dayMs

/** Passwords that are long enough but publicly documented. */
const publishedPasswords: ReadonlySet<string> = new Set([demoPassword, 'correct horse battery staple'])

/** Whether a password is one of those in the public documents. */
export const isPublished = (password: string): boolean => publishedPasswords.has(password.toLowerCase())

/** What is wrong with a password for these names: too short, too long, unsendable or easy to guess; undefined if nothing. */
export async function findPasswordFault(
  password: string,
  names: readonly string[],
): Promise<string | undefined> {
  const { min, max } = passwordLength
  const { length } = Array.from(password)
  if (length < min) return messages.tooShort(min, length)
  if (password.length > max) return messages.tooLong(max)
  if (/\p{Cc}/u.test(password)) return messages.unsendable
  return (await isEasilyGuessed(password, names)) ? messages.easilyGuessed : undefined
}

/** The minimum strength: 10^10 guesses, the threshold of the highest zxcvbn score. */
const minGuessesLog10 = 10
/** What these accounts are about; docs/members.md names the words. */
const contextWords = ['client portal', 'client-portal', 'clientportal', 'insurance', 'member', 'policy']

/** Shorter name parts are ignored, because they occur in many passwords by chance. */
const minWordLength = 4

/**
 * Whether a password is easy to guess: without the words of these names, it consists mostly of common passwords,
 * sequences, repetitions or keyboard patterns (NIST SP 800-63B, 3.1.1.2). Loads the dictionaries on first use.
 */
export async function isEasilyGuessed(password: string, names: readonly string[]): Promise<boolean> {
  const words = [...names.flatMap(nameVariants), ...contextWords].toSorted(
    (one, other) => other.length - one.length,
  )
  const nameless = words.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase())
  const estimator = await loadEstimator()
  const { guessesLog10 } = await estimator.checkAsync(nameless)
  return guessesLog10 < minGuessesLog10
}

/** Returns the name in lowercase: as typed, joined into one word, and split into words. */
function nameVariants(name: string): string[] {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return [name.toLowerCase(), words.join(''), ...words].filter(({ length }) => length >= minWordLength)
}

const loadEstimator = loadOnce(async () => {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core')
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common')
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
})

const argon2id = 2
/** Hash cost: the OWASP Password Storage Cheat Sheet minimum for argon2id, in KiB and passes. */
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A dummy hash at the same cost, for unknown names. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$E92N/6eZJyvjExorx2F7LQ$L9sSUBOClDujU4Uwi4k+1sf34WKmYya7QbQxOm6zwNo'

/** Normalizes accented letters, which keyboards send in different forms. */
const normalizePassword = (password: string) => password.normalize('NFC')

/** Whether two passwords are the same for a login. */
export const isSamePassword = (one: string, other: string): boolean =>
  normalizePassword(one) === normalizePassword(other)

export const hashPassword = (password: string): Promise<string> => hash(normalizePassword(password), cost)

/** Whether a password matches a hash. */
export const matchesHash = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, normalizePassword(password))

/** Verifies passwords with limited concurrency; queued requests take turns by address or device. */
export function createPasswordVerifier(concurrency: number) {
  const queueMessages = { full: visitorMessages.busy, shareFull: visitorMessages.busy }
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
