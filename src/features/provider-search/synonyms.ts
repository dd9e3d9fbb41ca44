/** Stop words: they may be missing from the input or from the name. */
export const stopWords: ReadonlySet<string> = new Set([
  'dr',
  'doctor',
  'prof',
  'mr',
  'mrs',
  'ms',
  'and',
  'the',
  'of',
  ...'inc llc llp lp pllc pc pa ltd co corp gmbh ag kg sa sas srl spa bv nv plc'.split(' '),
])

const groups = [
  'st saint sankt',
  'ste sainte',
  'dr doctor',
  'ctr cntr center centre',
  'hosp hospital',
  'med medical',
  'mt mount',
  'ft fort',
  'univ university',
  'assoc associates',
  'phys physicians',
  'rehab rehabilitation',
  'intl international',
  'dept department',
  'svc svcs services',
].map((words) => words.split(' '))

const groupByWord: ReadonlyMap<string, readonly string[]> = new Map(
  groups.flatMap((words) => words.map((word) => [word, words] as const)),
)

/** A word and its synonyms: `ctr`, `center` and `centre`. */
export const findSynonyms = (word: string): readonly string[] => groupByWord.get(word) ?? [word]
