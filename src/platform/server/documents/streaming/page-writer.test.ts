import { expect, test } from 'vitest'
import { pdfTexts } from '#test-support/pdf-texts.ts'
import { Paper } from './page-writer.ts'

/** The footer of the first page. */
async function footOf(foot: string) {
  const pieces: Uint8Array[] = []
  const madeAt = new Date('2026-06-30T12:00:00Z')
  const facts = { title: 'Test', author: 'Test', madeAt, foot, pageOf: (page: number) => `Page ${page} of ` }
  const paper = new Paper(facts, (bytes) => pieces.push(bytes))
  await paper.end()
  const [texts = []] = await pdfTexts(Buffer.concat(pieces))
  return { paper, texts }
}

test('prints a footer that fits in full next to the page number', async () => {
  const { texts } = await footOf('Bill Detail · 1/1/2026 – 6/30/2026 · Alpine')
  expect(texts.map(({ text }) => text)).toContain('Bill Detail · 1/1/2026 – 6/30/2026 · Alpine')
})

test('truncates a long footer with a mark before the page number', async () => {
  const { paper, texts } = await footOf(
    `Bill Detail · 1/1/2026 – 6/30/2026 · ${'Universitätsklinikum '.repeat(9)}`,
  )
  const foot = texts.find(({ text }) => text.startsWith('Bill Detail · 1/1/2026 – 6/30/2026 · Univ'))
  expect(foot?.text.endsWith('…')).toBe(true)
  const others = texts.filter((text) => text !== foot)
  expect(others.map(({ text }) => text.trim()).join(' ')).toContain('Page 1 of')
  for (const { right } of others) expect(foot?.left).toBeGreaterThan(right + 8)
  expect(foot?.right).toBeLessThanOrEqual(paper.right + 0.5)
})
