import { existsSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { pdfPages } from './pdf-pages.ts'

/**
 * Holds a PDF against the reference that somebody looked at: the same text, and ink in the same boxes. A reference
 * that is not there is written, to be looked at; until then the test fails.
 */
export async function expectLikeReference(pdf: Uint8Array, reference: URL) {
  if (!existsSync(reference)) {
    writeFileSync(reference, pdf)
    expect.fail(`${reference.pathname} is new: look at it, then run the test again.`)
  }
  const [made, expected] = await Promise.all([pdfPages(pdf), pdfPages(await readFile(reference))])
  expect(made.map(({ text }) => text)).toEqual(expected.map(({ text }) => text))
  expect(made.map(({ boxes }) => boxes)).toEqual(expected.map(({ boxes }) => boxes))
}
