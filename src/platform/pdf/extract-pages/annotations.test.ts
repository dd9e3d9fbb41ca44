import { expect, test } from 'vitest'
import { catalog, page, pageTree, rawPdf } from '#test-support/raw-pdf.ts'
import { inspectPdf } from './extract-pages.ts'
import { toPdfFile } from './pdf-file.ts'
import { standardLimits } from './pdf-limits.ts'

test('counts shared annotations once for each page', async () => {
  const pages = [4, 5, 6]
  const file = toPdfFile(
    rawPdf([
      catalog,
      pageTree(...pages),
      '[<< /Subtype /Link >> << /Subtype /Link >>]',
      ...pages.map(() => page('/Annots 3 0 R')),
    ]),
  )
  const few = { ...standardLimits, annotations: 5 }
  await expect(inspectPdf(file, few)).rejects.toMatchObject({
    message: 'Its pages have too many annotations.',
  })
  expect(await inspectPdf(file, { ...few, annotations: 6 })).toEqual({ pages: 3, active: [] })
})
