import { existsSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { renderPages } from './pdf-pages.ts'

/**
 * Compares a PDF with a reviewed reference: the same text, and ink in the same boxes. A missing reference is
 * written for review, and the test fails until it is reviewed.
 */
export async function expectLikeReference(pdf: Uint8Array, reference: URL) {
  if (!existsSync(reference)) {
    writeFileSync(reference, pdf)
    expect.fail(`${reference.pathname} is new: look at it, then run the test again.`)
  }
  const [made, expected] = await Promise.all([renderPages(pdf), renderPages(await readFile(reference))])
  expect(made.map(({ text }) => text)).toEqual(expected.map(({ text }) => text))
  expect(made.map(({ boxes }) => boxes)).toEqual(expected.map(({ boxes }) => boxes))
}
