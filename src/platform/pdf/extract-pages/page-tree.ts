import { PDFDict, PDFName, PDFNumber, PDFRef } from '@cantoo/pdf-lib'
import { overLimit, UnreadablePdfError } from './pdf-errors.ts'
import { listRefs, type PdfObjects } from './pdf-objects.ts'

const mostPages = 100_000
const deepestTree = 100

/** The references of all pages of a PDF. */
export function allPageRefs(pdf: PdfObjects): PDFRef[] {
  const tree = findPageTree(pdf)
  const found = pageRefs(pdf, tree, { skip: 0, take: mostPages })
  const said = declaredCount(pdf, tree)
  if (found.length === 0) throw new UnreadablePdfError('It has no pages.')
  if (found.length !== said)
    throw new UnreadablePdfError(`It says it has ${said} pages, and has ${found.length}.`)
  return found
}

export function findPageTree(pdf: PdfObjects): PDFRef {
  const catalog = pdf.load(pdf.root)
  const pages = catalog instanceof PDFDict ? catalog.get(PDFName.of('Pages')) : undefined
  if (pages instanceof PDFRef && pdf.load(pages) instanceof PDFDict) return pages
  throw new UnreadablePdfError('It has no pages.')
}

/** The references of pages in reading order; branches before the first requested page are skipped. */
export function pageRefs(pdf: PdfObjects, tree: PDFRef, wanted: { skip: number; take: number }): PDFRef[] {
  const leaves: PDFRef[] = []
  let { skip } = wanted
  let visits = 0

  function visit(node: PDFRef, depth: number) {
    if (depth > deepestTree) throw new UnreadablePdfError('Its pages go round in a circle.')
    visits += 1
    if (visits > pdf.limits.objects) throw overLimit('Its pages have too many branches.')
    const found = pdf.load(node)
    if (!(found instanceof PDFDict)) throw new UnreadablePdfError('It has no pages.')
    const kids = pdf.load(found.get(PDFName.of('Kids')))
    if (!kids) {
      if (skip-- <= 0) leaves.push(node)
      return
    }
    for (const child of listRefs(kids)) {
      if (leaves.length >= wanted.take) return
      const count = declaredCount(pdf, child)
      if (count <= skip) skip -= count
      else visit(child, depth + 1)
    }
  }

  visit(tree, 0)
  return leaves
}

/** The page count that a branch declares; a page counts as one. */
function declaredCount(pdf: PdfObjects, ref: PDFRef): number {
  const node = pdf.load(ref)
  const count =
    node instanceof PDFDict && node.has(PDFName.of('Kids')) && pdf.load(node.get(PDFName.of('Count')))
  return count instanceof PDFNumber ? count.asNumber() : 1
}
