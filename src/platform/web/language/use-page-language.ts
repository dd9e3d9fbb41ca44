import { createAtom, useSelector } from '@tanstack/react-store'
import { useLayoutEffect } from 'react'

/** Messages and what they are in the language of the page, by the English ones. */
type Translations = ReadonlyMap<object, object>

const english: ReadonlyMap<object, object> = new Map()
const shown = createAtom(english)

/** Pairs messages with the same messages in another language. */
export const translate = <Texts extends object>(messages: Texts, translation: NoInfer<Texts>) =>
  [messages, translation] as const

/** Shows what surrounds the page, and its document windows, in a language; English until a page chooses one. */
export function showPageLanguage(code = 'en', translations = english) {
  document.documentElement.lang = code
  shown.set(translations)
}

/** Chooses the language of the page, which stays until a page in another language is shown. */
export const usePageLanguage = (code: string, translations: Translations | undefined) =>
  useLayoutEffect(() => showPageLanguage(code, translations), [code, translations])

/** Returns the messages in the language of the page. */
export const usePageTexts = <Texts extends object>(messages: Texts): Texts =>
  // `translate` gives the translation the type of the messages.
  (useSelector(shown).get(messages) as Texts | undefined) ?? messages
