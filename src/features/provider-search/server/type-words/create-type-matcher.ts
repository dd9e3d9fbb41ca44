import {
  countBits,
  countEdits,
  editDistance,
  letterBits,
  maxEdits,
  minMistypedPrefix,
} from '#platform/contract/edit-distance.ts'
import {
  buildVocabulary,
  type Spelling,
  type TypeWords,
  type Vocabulary,
  weakWeight,
} from './build-vocabulary.ts'
import { isWeak, normalizeWords, type Word } from './normalize-words.ts'

const quality = {
  same: 1,
  variant: 0.96,
  oneSlip: 0.82,
  prefix: 0.8,
  twoSlips: 0.7,
  /** The beginning of another word that is a word itself: "clinic" and "clinical". */
  longerWord: 0.7,
  mistypedPrefix: 0.65,
}
/** How much words that occur in different phrases of a type count compared with words of one phrase. */
const scattered = 0.6
/** The share of the typed words, by weight, that must match. */
const minShare = 0.6
/** The weight of a word that no type has; the rarest words of the vocabulary weigh 5.5. */
const unknownWeight = 6.2
/** Types far behind the best one are not offered. */
const minOfBest = 0.6

/** Creates a function that returns the IDs of the provider types that a text may mean, best first. */
export function createTypeMatcher(types: readonly TypeWords[]): (text: string) => string[] {
  const vocabulary = buildVocabulary(types)
  return (text) => {
    if (meansOtherTrade(text)) return []
    const scores = new Map<number, number>()
    for (const words of readings(vocabulary, normalizeWords(text))) scoreTypes(vocabulary, words, scores)
    const ranked = [...scores].toSorted((one, other) => other[1] - one[1] || one[0] - other[0])
    const best = ranked[0]?.[1] ?? 0
    return ranked.flatMap(([type, score]) => (score < best * minOfBest ? [] : (vocabulary.ids[type] ?? [])))
  }
}

/** Animals, other trades and places. Some of these words look like ours misspelled: "rental" and "dental". */
const otherTrades = new RegExp(
  `\\b(${[
    '(?<!allerg(y|ic) to |bitten by an? )(animals?|pets?|dogs?|cats?|pupp(y|ies)|kittens?|horses?|birds?)(?! (scan|ct|mri|bite|scratch|allerg|flu))|vets?|veterinar\\w*|tierarzt',
    'plumb(er|ers|ing)|electricians?|carpenters?|roofers?|locksmiths?|mechanics?|gardeners?|painters?|tailors?|butchers?|bakers?|bakery',
    '(car|auto|truck|bike|house|apartment|tool) (rental|hire|repair|parts|wash|insurance|dealer)|rental car|mietwagen|autovermietung|garages?',
    'lawyers?|attorneys?|accountants?|realtors?|(?<!blood |sperm |eye |milk )banks?|hotels?|hostels?|motels?|restaurants?|pizza|(?<!medical |wheelchair )taxis?|barbers?|hairdressers?|hair (salon|cut)|salons?',
    '(post|home|tax|ticket) office|shoe (shop|store)|gas stations?|petrol|airports?|tree surgeons?|supermarkets?|flowers?|notar\\w{1,2}|church\\w*|(cheap|plane) flights?|(travel|car|home) insurance|driving (lessons?|school|instructor|test)',
  ].join('|')})\\b`,
)

function meansOtherTrade(text: string): boolean {
  return otherTrades.test(text.toLowerCase().replaceAll(/[^\p{L}\d&]+/gu, ' '))
}

/** The typed words, and the same with words joined or divided: "x ray" and "xray", "drug store" and "drugstore". */
function readings({ words: known, pairs }: Vocabulary, words: readonly Word[]): Word[][] {
  const divided = words.flatMap((word) => (known.has(word.text) ? word : (pairs.get(word.text) ?? word)))
  const joined = divided.map(({ text }, at) => known.get(`${text}${divided[at + 1]?.text ?? ' '}`))
  if (!joined.some(Boolean)) return [divided]
  const merged: Word[] = []
  let isTaken = false
  for (const [at, word] of divided.entries()) {
    const both: Word | undefined = isTaken ? undefined : joined[at]
    if (!isTaken) merged.push(both ?? word)
    isTaken = both !== undefined
  }
  return [divided, merged]
}

/** The keys that a typed word may mean, with the quality of each match. */
type Meanings = { typed: Word; weight: number; qualities: ReadonlyMap<string, number> }

function scoreTypes(vocabulary: Vocabulary, words: readonly Word[], scores: Map<number, number>) {
  const { phrases } = vocabulary
  const typed = words.map((word, at) => findMeanings(vocabulary, word, at === words.length - 1))
  const total = typed.reduce((sum, { weight }) => sum + weight, 0)
  const sums = new Map<number, { typed: number; own: number }>()
  const typeShares = new Map<number, number>()
  // Weak words are in thousands of phrases; only the phrases of the other words matter.
  for (const meanings of typed.toSorted((one, other) => other.weight - one.weight)) {
    const bestInType = new Map<number, number>()
    const within = meanings.weight <= weakWeight && sums.size > 0 ? sums : undefined
    for (const [at, { found, own }] of findPhrases(vocabulary, meanings, within)) {
      const sum = sums.get(at) ?? { typed: 0, own: 0 }
      sums.set(at, { typed: sum.typed + meanings.weight * found, own: sum.own + own })
      const type = phrases[at]?.type ?? 0
      bestInType.set(type, Math.max(bestInType.get(type) ?? 0, found))
    }
    for (const [type, best] of bestInType)
      typeShares.set(type, (typeShares.get(type) ?? 0) + (meanings.weight * best) / total)
  }
  const raise = (type: number, score: number) => scores.set(type, Math.max(scores.get(type) ?? 0, score))
  for (const [type, share] of typeShares) if (share >= minShare) raise(type, share * scattered)
  for (const [at, sum] of sums) {
    const share = sum.typed / total
    const phrase = phrases[at]
    if (!phrase || share < minShare) continue
    raise(phrase.type, share * (0.6 + 0.4 * Math.min(1, sum.own / phrase.weight)) * phrase.rank)
  }
}

/** The phrases that contain a typed word, or those of `within` that do, with the quality and weight of the match. */
function findPhrases(
  { phrases, postings, weights }: Vocabulary,
  { typed, qualities }: Meanings,
  within?: ReadonlyMap<number, unknown>,
) {
  const best = new Map<number, { found: number; own: number }>()
  for (const [key, given] of qualities)
    for (const at of within?.keys() ?? postings.get(key) ?? []) {
      const words = phrases[at]?.words ?? []
      if (within && !words.some((word) => word.key === key)) continue
      const isVariant = given === quality.same && !words.some(({ text }) => text === typed.text)
      const found = isVariant ? quality.variant : given
      if (found > (best.get(at)?.found ?? 0)) best.set(at, { found, own: weights.get(key) ?? 0 })
    }
  return best
}

function findMeanings({ spellings, byFirst, weights }: Vocabulary, typed: Word, isLast: boolean): Meanings {
  const qualities = new Map<string, number>()
  const add = (key: string, value: number) => qualities.set(key, Math.max(qualities.get(key) ?? 0, value))
  const isKnown = weights.has(typed.key)
  if (isKnown) add(typed.key, quality.same)
  if (typed.text.length >= (isLast ? 2 : 4)) {
    const completed = isKnown ? quality.longerWord : quality.prefix
    for (const { text, key } of byFirst.get(typed.text[0] ?? '') ?? [])
      if (text.startsWith(typed.text)) add(key, completed)
  }
  if (!isKnown) addMisspelled({ spellings, byFirst }, typed, isLast, add)
  const weight = isWeak(typed.key) ? weakWeight : (weights.get(typed.key) ?? likelyWeight(weights, qualities))
  return { typed, weight, qualities }
}

/** Adds the words that were mistyped: in the shared spelling, or otherwise in their own or in their beginning. */
function addMisspelled(
  { spellings, byFirst }: Pick<Vocabulary, 'spellings' | 'byFirst'>,
  { text, typed }: Word,
  isLast: boolean,
  add: (key: string, value: number) => void,
) {
  let isFound = false
  const compare = (given: string, spelling: (each: Spelling) => string, bits: (each: Spelling) => number) => {
    const letters = letterBits(given)
    const allowed = maxEdits(given, 'types')
    for (const each of spellings) {
      const word = spelling(each)
      // The first letter is rarely wrong, and then it is the only slip.
      const most = word[0] === given[0] ? allowed : Math.min(allowed, 1)
      if (most === 0 || Math.abs(word.length - given.length) > most) continue
      if (countBits(bits(each) & ~letters) > most || countBits(letters & ~bits(each)) > most) continue
      const edits = editDistance(given, word)
      if (edits > most) continue
      add(each.key, edits === 1 ? quality.oneSlip : quality.twoSlips)
      isFound = true
    }
  }
  compare(
    text,
    (each) => each.text,
    ({ letters }) => letters,
  )
  if (!isFound && typed !== text)
    compare(
      typed,
      (each) => each.typed,
      ({ typedLetters }) => typedLetters,
    )
  if (isFound || !isLast || text.length < minMistypedPrefix) return
  const letters = letterBits(text)
  for (const each of byFirst.get(text[0] ?? '') ?? [])
    if (countBits(letters & ~each.letters) <= 1 && countEdits(text, each.text) === 1)
      add(each.key, quality.mistypedPrefix)
}

/** The weight of the rarest word that may be meant; of no word, more than any other. */
function likelyWeight(weights: ReadonlyMap<string, number>, meant: ReadonlyMap<string, unknown>): number {
  const found = [...meant.keys()].map((key) => weights.get(key) ?? 0)
  return found.length > 0 ? Math.max(...found) : unknownWeight
}
