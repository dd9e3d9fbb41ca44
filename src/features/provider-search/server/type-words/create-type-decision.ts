import type { TypeWords } from './build-vocabulary.ts'
import { normalizeWords } from './normalize-words.ts'

/**
 * Creates a function that decides whether a text, if nothing is chosen, means a type that it matches or a name. It means a
 * name only if a provider's name has all of its words, without a typo, and the text is not itself a name of the type:
 * "hospital" is not "Mercy Hospital".
 */
export function createTypeDecision(types: readonly TypeWords[]) {
  const typeWords = new Map(
    types.map(({ id, names: [description = '', ...names] }) => [
      id,
      { described: new Set(listKeys(description)), names: new Set([description, ...names].map(joinKeys)) },
    ]),
  )
  const namesType = (text: string, typeId: string) => {
    const type = typeWords.get(typeId)
    return (
      type !== undefined &&
      (type.names.has(joinKeys(text)) || listKeys(text).every((key) => type.described.has(key)))
    )
  }
  return (text: string, typeId: string, providerNames: readonly string[]): boolean =>
    namesType(text, typeId) || !providerNames.some((name) => hasAllWords(name, text))
}

const listKeys = (text: string) => normalizeWords(text).map(({ key }) => key)
const joinKeys = (text: string) => [...new Set(listKeys(text))].toSorted().join(' ')

/** Whether a name has each word of a text. Case, accents and apostrophes make no difference. */
function hasAllWords(name: string, text: string): boolean {
  const words = new Set(splitWords(name))
  const typed = splitWords(text)
  return typed.length > 0 && typed.every((word) => words.has(word))
}

const splitWords = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
