import { useState } from 'react'
import { messages } from '../../messages.ts'
import classes from './case.module.css'

/** The length of a text that is shown at once, in characters and lines. */
const limits = { characters: 240, lines: 3 }

/** Shortens a text to its first lines at the end of a word. Returns short texts unchanged. */
function shorten(text: string, { characters, lines } = limits): string {
  const firstLines = text.split('\n').slice(0, lines).join('\n')
  if (firstLines.length <= characters) return firstLines
  const cut = firstLines.slice(0, characters + 1)
  const end = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'))
  return cut
    .slice(0, end > characters / 2 ? end : characters)
    .trimEnd()
    .toWellFormed()
}

type ExpandableTextProps = { text: string; limit?: typeof limits }

/** Shows the beginning of a long text and a button for the rest. */
export function ExpandableText({ text, limit = limits }: ExpandableTextProps) {
  const [isWhole, setWhole] = useState(false)
  const beginning = shorten(text, limit)
  const isLong = beginning.length < text.length
  return (
    <>
      {isWhole || !isLong ? text : `${beginning} …`}
      {isLong && (
        <>
          {' '}
          <button
            type="button"
            className={classes.inlineButton}
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? messages.showLess : messages.showAll}
          </button>
        </>
      )}
    </>
  )
}
