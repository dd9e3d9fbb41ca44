import { z } from 'zod'
import { messages as documents } from '#platform/document-messages.ts'
import { messages as shell } from '#platform/shell-messages.ts'
import { messages as shortcuts } from '#platform/shortcut-messages.ts'
import { translate, usePageLanguage } from '#platform/web/language/use-page-language.ts'
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

const translations: ReadonlyMap<Language, ReadonlyMap<object, object>> = new Map(
  languages.map((language) => {
    const { around } = texts[language]
    const pairs = [
      translate(shell, around.shell),
      translate(shortcuts, around.shortcuts),
      translate(documents, around.documents),
    ]
    return [language, new Map<object, object>(pairs)]
  }),
)

/** Like `useTexts`, for a whole page: what surrounds it is in the same language. */
export function usePageOfMembers(): UsedTexts {
  const used = useTexts()
  usePageLanguage(used.language, translations.get(used.language))
  return used
}

/** The text of the member area in the chosen language or, before anyone has chosen, in that of the browser. */
export function useTexts(): UsedTexts {
  const language = useStoredValue(languageStore) ?? findBrowserLanguage(navigator.languages)
  return { language, text: texts[language], choose: languageStore.set }
}
