import { z } from 'zod'
import { localStore, useStoredValue } from '#platform/web/storage.ts'
import type { Language } from '../contract.ts'
import { type MemberTexts, texts } from '../messages.ts'

export const languages = Object.keys(texts) as Language[]

/** The language that someone chose in this browser. */
const languageStore = localStore('memberLanguage', z.enum(['en', 'de']))

/** The first language of the browser that the member area has; English if there is none. */
export const findBrowserLanguage = (preferred: readonly string[]): Language =>
  preferred
    .map((tag) => languages.find((language) => tag.toLowerCase().split('-')[0] === language))
    .find((language) => language !== undefined) ?? 'en'

type UsedTexts = {
  language: Language
  text: MemberTexts
  choose: (language: Language) => void
}

/** The text of the member area in the chosen language or, before anyone has chosen, in that of the browser. */
export function useTexts(): UsedTexts {
  const language = useStoredValue(languageStore) ?? findBrowserLanguage(navigator.languages)
  return { language, text: texts[language], choose: languageStore.set }
}
