import { PDFDocument } from '@cantoo/pdf-lib'
import type { CardData } from './card-data.ts'

const tags = { en: 'en-US', de: 'de-DE' } as const

/** Tags each page with its language where it differs from the document (ISO 32000-1, 14.9.2.2). */
export async function withLanguages(pdf: Uint8Array, languages: CardData['languages']): Promise<Uint8Array> {
  const [first, ...others] = languages
  if (others.every((language) => language === first)) return pdf
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const { context } = document
  const program = (text: string) => context.register(context.stream(text))
  for (const [at, language] of languages.entries()) {
    if (language === first) continue
    const { node } = document.getPage(at)
    node.normalize()
    node.wrapContentStreams(program(`/Span <</Lang (${tags[language]})>> BDC\n`), program('\nEMC'))
  }
  return document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false })
}
