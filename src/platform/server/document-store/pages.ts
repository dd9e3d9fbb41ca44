import {
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFObjectCopier,
  PDFPage,
  PDFPageLeaf,
  PDFRef,
} from '@cantoo/pdf-lib'
import type { StoredFile } from './document-store.ts'
import { putAbove } from './page-strips.ts'
import { type PdfObjects, pdfObjects, refsIn } from './pdf-objects.ts'
import { readingPdf, UnreadablePdf } from './unreadable-pdf.ts'

/** Pages of a file, both included, the first of the file being 1. */
export type PageRange = { file: StoredFile; first: number; last: number }

type Facts = {
  title: string
  author: string /** Where it is known: the files do not always say. */
  language?: string | undefined
  /** A PDF that was made for the pages: what comes before them, then for each of them a strip that stands above it. */
  made?: StoredFile | undefined
}

const mostPages = 100_000
const deepestTree = 100

/** How many pages a PDF has: all that they lead to was read, as for cutting them. Throws `UnreadablePdf`. */
export const pagesIn = (file: StoredFile): Promise<number> =>
  readingPdf(async () => {
    const pdf = await pdfObjects(file)
    const refs = await allLeavesOf(pdf)
    await loadPages(pdf, refs)
    return refs.length
  })

async function allLeavesOf(pdf: PdfObjects): Promise<PDFRef[]> {
  const tree = await pageTreeOf(pdf)
  const found = await leavesOf(pdf, tree, { skip: 0, take: mostPages })
  const said = countIn(pdf, tree)
  if (found.length === 0) throw new UnreadablePdf('It has no pages.')
  if (found.length !== said) throw new UnreadablePdf(`It says it has ${said} pages, and has ${found.length}.`)
  return found
}

/**
 * A PDF of these pages, one range after the other. Of each file only what its pages need is read and taken over:
 * links to other pages of the file lead nowhere. Throws `UnreadablePdf`, also where a range is outside its
 * file.
 */
export const pdfOf = (ranges: readonly PageRange[], facts: Facts): Promise<Uint8Array> =>
  readingPdf(() => joined(ranges, facts))

async function joined(ranges: readonly PageRange[], { title, author, language, made }: Facts) {
  const target = await PDFDocument.create({ updateMetadata: false })
  const sheets = made ? await allCopiesOf(made, target) : []
  const leaves: PDFPageLeaf[] = []
  for (const range of ranges) leaves.push(...(await copiesOf(range, target)))
  const strips = sheets.splice(made ? sheets.length - leaves.length : 0)
  for (const leaf of sheets) addPage(target, leaf)
  for (const [at, leaf] of leaves.entries()) {
    const page = addPage(target, leaf)
    const strip = strips[at]
    if (strip) await putAbove(page, strip)
  }
  target.setTitle(title)
  target.setAuthor(author)
  if (language) target.setLanguage(language)
  target.setProducer(author)
  return target.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false })
}

/** The pages of a range, in a document, but not yet among its pages. */
async function copiesOf({ file, first, last }: PageRange, target: PDFDocument): Promise<PDFPageLeaf[]> {
  const pdf = await pdfObjects(file)
  const refs = await leavesOf(pdf, await pageTreeOf(pdf), { skip: first - 1, take: last - first + 1 })
  if (refs.length !== last - first + 1) throw new UnreadablePdf('It has fewer pages than are asked for.')
  return copied(pdf, refs, target)
}

async function allCopiesOf(file: StoredFile, target: PDFDocument): Promise<PDFPageLeaf[]> {
  const pdf = await pdfObjects(file)
  return copied(pdf, await allLeavesOf(pdf), target)
}

async function copied(pdf: PdfObjects, refs: readonly PDFRef[], target: PDFDocument) {
  const leaves = await loadPages(pdf, refs)
  const copier = PDFObjectCopier.for(pdf.context, target.context)
  return leaves.map((leaf) => copier.copy(leaf))
}

/** Loads pages, each with what it inherits and all that it leads to. */
async function loadPages(pdf: PdfObjects, refs: readonly PDFRef[]): Promise<PDFPageLeaf[]> {
  const leaves = refs.map((ref) => standingAlone(pdf.context, ref))
  await loadReachable(pdf, refs, leaves)
  return leaves
}

function addPage(target: PDFDocument, leaf: PDFPageLeaf): PDFPage {
  return target.addPage(PDFPage.of(leaf, target.context.register(leaf), target))
}

/** A page with what it inherits, and without its parent. */
function standingAlone(context: PDFContext, ref: PDFRef): PDFPageLeaf {
  const dict = context.lookup(ref, PDFDict)
  const leaf = PDFPageLeaf.fromMapWithContext(new Map(dict.asMap()), context, false)
  for (const name of PDFPageLeaf.InheritableEntries) {
    const inherited = leaf.getInheritableAttribute(PDFName.of(name))
    if (inherited) leaf.set(PDFName.of(name), inherited)
  }
  leaf.delete(PDFName.Parent)
  context.assign(ref, leaf)
  return leaf
}

/** Loads all that the pages lead to but other pages, and takes those out of reach. */
async function loadReachable(pdf: PdfObjects, chosen: readonly PDFRef[], leaves: readonly PDFPageLeaf[]) {
  const seen = new Set(chosen)
  const waiting = leaves.flatMap(refsIn)
  for (let ref = waiting.pop(); ref; ref = waiting.pop()) {
    if (seen.has(ref)) continue
    seen.add(ref)
    const object = await pdf.load(ref)
    if (object instanceof PDFDict && isOfTree(object)) pdf.context.delete(ref)
    else if (object) waiting.push(...refsIn(object))
  }
}

const ofTree = new Set(['Page', 'Pages', 'Catalog', 'StructTreeRoot'].map((name) => PDFName.of(name)))

const isOfTree = (dict: PDFDict) => {
  const type = dict.get(PDFName.Type)
  return type instanceof PDFName && ofTree.has(type)
}

async function pageTreeOf(pdf: PdfObjects): Promise<PDFRef> {
  const catalog = await pdf.load(pdf.root)
  const pages = catalog instanceof PDFDict ? catalog.get(PDFName.of('Pages')) : undefined
  if (pages instanceof PDFRef && (await pdf.load(pages)) instanceof PDFDict) return pages
  throw new UnreadablePdf('It has no pages.')
}

/** The references of pages in the order of reading; branches before the first one wanted are not read. */
async function leavesOf(
  pdf: PdfObjects,
  node: PDFRef,
  wanted: { skip: number; take: number },
  depth = 0,
): Promise<PDFRef[]> {
  if (depth > deepestTree) throw new UnreadablePdf('Its pages go round in a circle.')
  const found = await pdf.load(node)
  if (!(found instanceof PDFDict)) throw new UnreadablePdf('It lacks pages.')
  const kids = found.get(PDFName.of('Kids'))
  if (!kids) return wanted.skip-- > 0 ? [] : wanted.take-- > 0 ? [node] : []
  const leaves: PDFRef[] = []
  const children = refsIn(kids instanceof PDFRef ? ((await pdf.load(kids)) ?? kids) : kids)
  for (const child of children) {
    if (wanted.take <= 0) break
    await pdf.load(child)
    const count = countIn(pdf, child)
    if (count <= wanted.skip) wanted.skip -= count
    else leaves.push(...(await leavesOf(pdf, child, wanted, depth + 1)))
  }
  return leaves
}

/** How many pages a loaded branch says it has; a page is one. */
function countIn(pdf: PdfObjects, ref: PDFRef): number {
  const node = pdf.context.lookup(ref)
  const count = node instanceof PDFDict && node.has(PDFName.of('Kids')) && node.get(PDFName.of('Count'))
  return count instanceof PDFNumber ? count.asNumber() : 1
}
