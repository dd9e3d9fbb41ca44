import { VisuallyHidden } from '@mantine/core'
import type { Language } from '../contract.ts'
import { texts } from '../messages.ts'
import classes from './language-switch.module.css'
import { languages, useTexts } from './use-texts.ts'

type LanguageSwitchProps = {
  label: string
  languages: readonly Language[]
  language: Language
  onChoose: (language: Language) => void
}

/** Chooses the language of the member area. */
export function TextsSwitch() {
  const { text, language, choose } = useTexts()
  return (
    <LanguageSwitch label={text.chooseLanguage} languages={languages} language={language} onChoose={choose} />
  )
}

/** Buttons that choose a language, each named in its own. Shows nothing if there is no choice. */
export function LanguageSwitch({ label, languages, language, onChoose }: LanguageSwitchProps) {
  if (languages.length < 2) return null
  return (
    <fieldset aria-label={label} className={classes.switch}>
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-pressed={each === language}
          onClick={() => onChoose(each)}
        >
          {each.toUpperCase()}
          <VisuallyHidden>{`, ${texts[each].language}`}</VisuallyHidden>
        </button>
      ))}
    </fieldset>
  )
}
