/** The required strength as a power of ten of guesses: the highest zxcvbn score. */
const leastGuesses = 10
/** Shorter name parts occur in many passwords by chance. */
const shortestWord = 4

/**
 * Whether a password is easy to guess: apart from the words of these names it is mostly common passwords, sequences,
 * repetitions or keyboard patterns (NIST SP 800-63B, 3.1.1.2). The dictionaries load with the first password.
 */
export async function isEasilyGuessed(password: string, names: readonly string[]): Promise<boolean> {
  const words = names.flatMap(wordsIn).toSorted((one, other) => other.length - one.length)
  const nameless = words.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase())
  const estimator = await loadEstimator()
  const { guessesLog10 } = await estimator.checkAsync(nameless)
  return guessesLog10 < leastGuesses
}

/** A name as typed, joined into one word, and split into words. */
function wordsIn(name: string): string[] {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return [name.toLowerCase(), words.join(''), ...words].filter(({ length }) => length >= shortestWord)
}

let estimator: ReturnType<typeof openEstimator> | undefined

function loadEstimator() {
  estimator ??= openEstimator()
  return estimator
}

async function openEstimator() {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core')
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common')
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}
