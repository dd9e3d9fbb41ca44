import { threadId } from 'node:worker_threads'
import { documentOf, letterPage, text, whole } from '#platform/server/documents/elements.ts'
import { family } from '#platform/server/documents/fonts.ts'

type Facts = { does?: 'throw' | 'exit' | 'loop' | 'say thread' | 'overflow'; words?: string }

/** A document for the tests of the press; it misbehaves on demand. */
export function make({ does, words = 'Grüße' }: Facts) {
  if (does === 'throw') throw new Error('This document cannot be made.')
  if (does === 'exit') process.exit(1)
  while (does === 'loop');
  const said = does === 'say thread' ? `Thread ${threadId}` : words
  const box = does === 'overflow' ? whole({ height: 2000 }) : null
  return documentOf(
    { title: 'A document', author: 'Tests', madeAt: new Date(0) },
    letterPage({ fontFamily: family }, text({}, said), box),
  )
}
