import { randomInt } from 'node:crypto'
import { messages } from './members-messages.ts'

/** Minimum (NIST SP 800-63B for single-factor passwords) and maximum password length. */
export const passwordLength = { min: 15, max: 1000 }

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const generatedLength = { groups: 5, letters: 4 }

/** Generates a readable random password with 100 bits of entropy: "k7fm-2xpa-…". */
export function generatePassword(): string {
  const letter = () => alphabet.charAt(randomInt(alphabet.length))
  const group = () => Array.from({ length: generatedLength.letters }, letter).join('')
  return Array.from({ length: generatedLength.groups }, group).join('-')
}

/** Throws an error with the reason if a password for these names is too short, too long, unsendable or easy to guess. */
export async function rejectWeakPassword(password: string, names: readonly string[]): Promise<void> {
  const { min, max } = passwordLength
  const { length } = Array.from(password)
  if (length < min) throw new Error(messages.tooShort(min, length))
  if (password.length > max) throw new Error(messages.tooLong(max))
  if (/\p{Cc}/u.test(password)) throw new Error(messages.unsendable)
  if (await isEasilyGuessed(password, names)) throw new Error(messages.easilyGuessed)
}

/** The minimum strength: 10^10 guesses, the threshold of the highest zxcvbn score. */
const minGuessesLog10 = 10
/** Shorter name parts are ignored, because they occur in many passwords by chance. */
const minWordLength = 4

/**
 * Whether a password is easy to guess: without the words of these names, it consists mostly of common passwords,
 * sequences, repetitions or keyboard patterns (NIST SP 800-63B, 3.1.1.2). Loads the dictionaries on first use.
 */
export async function isEasilyGuessed(password: string, names: readonly string[]): Promise<boolean> {
  const words = names.flatMap(nameVariants).toSorted((one, other) => other.length - one.length)
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

let estimator: ReturnType<typeof createEstimator> | undefined

function loadEstimator() {
  estimator ??= createEstimator()
  return estimator
}

async function createEstimator() {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core')
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common')
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
