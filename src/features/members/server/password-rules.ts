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
