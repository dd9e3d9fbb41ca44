import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFObjectCopier,
  PDFPage,
  PDFPageLeaf,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { type OnActiveContent, reportTriggers, safeAnnotations } from './annotations.ts'
import { reportDocumentActions } from './document-actions.ts'
import { type ByteBudget, UsedObjects } from './object-filter.ts'
import { allPageRefs, findPageTree, pageRefs } from './page-tree.ts'
import { isNotPdfError, UnreadablePdfError, withPdfErrors } from './pdf-errors.ts'
import type { PdfFile } from './pdf-file.ts'
import { type PdfLimits, standardLimits } from './pdf-limits.ts'
import { listRefs, type PdfObjects, pdfObjects } from './pdf-objects.ts'
import { stampPage } from './stamp-pages.ts'

/** An inclusive range of pages, counted from 1. */
export type PageRange<File = PdfFile> = { file: File; first: number; last: number }

export type PdfMetadata = {
  title: string
  author: string
  /** The language of the documents; undefined if it is unknown, because not every file states it. */
  language?: string | undefined
}

/** A generated PDF: cover pages, then for each page a strip to place above that page. */
type Generated = { generated?: PdfFile | undefined; limits?: PdfLimits }

/** The properties of a PDF that the import needs. */
export type Inspection = {
  pages: number
  /** The kinds of active content: actions by name, annotations by type. */
  active: string[]
}

/** Reads everything that the pages of a PDF draw, as an extraction would. Throws `UnreadablePdfError`. */
export const inspectPdf = (file: PdfFile, limits: PdfLimits = standardLimits): Promise<Inspection> =>
  withPdfErrors(async () => {
    const pdf = await pdfObjects(file, limits)
    const refs = allPageRefs(pdf)
    const active = new Set<string>()
    const onActiveContent = (kind: string) => void active.add(kind)
    reportDocumentActions(pdf, onActiveContent)
    const drawn = new UsedObjects(pdf, { bytes: Number.POSITIVE_INFINITY }, onActiveContent)
    for (const ref of refs) drawn.removeUnused(copyPageLeaf(pdf, ref, onActiveContent))
    return { pages: refs.length, active: [...active].sort() }
  })

/** The number of pages of a PDF. Throws `UnreadablePdfError`. */
export const countPages = async (file: PdfFile, limits?: PdfLimits): Promise<number> =>
  (await inspectPdf(file, limits)).pages

/**
 * A PDF of these page ranges. Only the objects that the pages draw are read and copied, once per file. Throws
 * `UnreadablePdfError`, also if a range is outside its file, and `ResponseTooLargeError`.
 */
export const extractPages = (
  ranges: readonly PageRange[],
  metadata: PdfMetadata & Generated,
): Promise<Uint8Array> => withPdfErrors(() => joinPages(ranges, metadata))

type Extract = { target: PDFDocument; limits: PdfLimits; budget: ByteBudget; layers: Layers }

async function joinPages(
  ranges: readonly PageRange[],
  { title, author, language, ...given }: PdfMetadata & Generated,
) {
  const { generated, limits = standardLimits } = given
  const target = await PDFDocument.create({ updateMetadata: false })
  const extract: Extract = {
    target,
    limits,
    budget: { bytes: limits.fileBytes },
    layers: { all: [], hidden: [] },
  }
  const generatedLeaves = generated ? await copyAll(generated, extract) : []
  const leaves: PDFPageLeaf[] = []
  const copiers = new Map<PdfFile, PageCopier>()
  for (const { file, first, last } of ranges) {
    const copier = copiers.get(file) ?? (await createCopier(file, extract))
    copiers.set(file, copier)
    leaves.push(...copier.copyPages(first, last))
  }
  for (const copier of copiers.values()) copier.copyLayers()
  addLayers(target.context, target.catalog, extract.layers)
  const coverPageCount = generatedLeaves.length - (generated ? leaves.length : 0)
  const strips = generatedLeaves.slice(coverPageCount)
  for (const leaf of generatedLeaves.slice(0, coverPageCount)) addPage(target, leaf)
  for (const [at, leaf] of leaves.entries()) {
    const page = addPage(target, leaf)
    const strip = strips[at]
    if (strip) await stampPage(page, strip)
  }
  target.setTitle(title)
  target.setAuthor(author)
  if (language) target.setLanguage(language)
  target.setProducer(author)
  return target.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false })
}

type PageCopier = Awaited<ReturnType<typeof createCopier>>

/** Copies pages into a document without adding them to its page tree; shared objects are copied once. */
async function createCopier(file: PdfFile, extract: Extract) {
  const pdf = await pdfObjects(file, extract.limits)
  const tree = findPageTree(pdf)
  const { copyLeaf, copyLayers } = leafCopier(pdf, extract)
  return {
    copyPages(first: number, last: number) {
      const refs = pageRefs(pdf, tree, { skip: first - 1, take: last - first + 1 })
      if (refs.length !== last - first + 1) throw new UnreadablePdfError('It has fewer pages than requested.')
      return refs.map(copyLeaf)
    },
    copyLayers,
  }
}

async function copyAll(file: PdfFile, extract: Extract) {
  const pdf = await pdfObjects(file, extract.limits)
  const leaves = allPageRefs(pdf).map(leafCopier(pdf, extract).copyLeaf)
  for (const leaf of leaves) loadContents(leaf)
  return leaves
}

function leafCopier(pdf: PdfObjects, { target, budget, layers }: Extract) {
  const drawn = new UsedObjects(pdf, budget)
  const copier = PDFObjectCopier.for(pdf.context, target.context)
  return {
    copyLeaf(ref: PDFRef) {
      const leaf = copyPageLeaf(pdf, ref)
      drawn.removeUnused(leaf)
      return copier.copy(leaf)
    },
    /** Keeps only the layers that the copied pages use: other names could reveal other pages. */
    copyLayers() {
      const isUsed = (ref: PDFRef) => {
        const layer = pdf.context.lookup(ref)
        return layer instanceof PDFDict && drawn.has(layer)
      }
      const copyUsed = (refs: PDFRef[]) => refs.filter(isUsed).map((ref) => copier.copy(ref))
      const found = findLayers(pdf)
      layers.all.push(...copyUsed(found.all))
      layers.hidden.push(...copyUsed(found.hidden))
    },
  }
}

/** The library decodes only in-memory streams when it embeds a page as a form. */
function loadContents(leaf: PDFPageLeaf) {
  const { context } = leaf
  for (const ref of listRefs(leaf.get(PDFName.Contents) ?? context.obj([]))) {
    const stream = context.lookup(ref)
    if (stream instanceof PDFStream) context.assign(ref, PDFRawStream.of(stream.dict, stream.getContents()))
  }
}

function addPage(target: PDFDocument, leaf: PDFPageLeaf): PDFPage {
  return target.addPage(PDFPage.of(leaf, target.context.register(leaf), target))
}

const pageEntries = `Type MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit Contents Resources Group`
  .split(' ')
  .map((name) => PDFName.of(name))

/** Copies a page with its inherited attributes, and only what is drawn or links to a web page. */
function copyPageLeaf(
  pdf: PdfObjects,
  ref: PDFRef,
  onActiveContent: OnActiveContent = () => {},
): PDFPageLeaf {
  const { context } = pdf
  const found = pdf.load(ref)
  if (!(found instanceof PDFDict)) throw new UnreadablePdfError('It has no pages.')
  const dict = PDFPageLeaf.fromMapWithContext(new Map(found.asMap()), context, false)
  const leaf = PDFPageLeaf.fromMapWithContext(new Map(), context, false)
  for (const name of pageEntries) {
    const isInherited = PDFPageLeaf.InheritableEntries.includes(name.decodeText())
    const value = isInherited ? dict.getInheritableAttribute(name) : dict.get(name)
    if (value) leaf.set(name, value)
  }
  reportTriggers(pdf, dict, onActiveContent)
  const annotations = safeAnnotations(pdf, dict, onActiveContent)
  if (annotations.size() > 0) leaf.set(PDFName.Annots, annotations)
  return leaf
}

/** The layers (optional content groups, ISO 32000-1, 8.11) of a PDF and those hidden by default. */
type Layers = { all: PDFRef[]; hidden: PDFRef[] }

const none: Layers = { all: [], hidden: [] }

/** The layers of a document in its default configuration. Damaged settings count as none. */
function findLayers(pdf: PdfObjects): Layers {
  try {
    return layersIn(pdf)
  } catch (error) {
    if (isNotPdfError(error) || (error instanceof UnreadablePdfError && error.isFinal)) throw error
    return none
  }
}

function layersIn(pdf: PdfObjects): Layers {
  const getEntry = (dict: unknown, key: string) =>
    dict instanceof PDFDict ? pdf.load(dict.get(PDFName.of(key))) : undefined
  const listLayers = (array: unknown) =>
    array instanceof PDFArray ? array.asArray().filter((each) => each instanceof PDFRef) : []
  const properties = getEntry(pdf.load(pdf.root), 'OCProperties')
  const defaults = getEntry(properties, 'D')
  const all = listLayers(getEntry(properties, 'OCGs'))
  const off = listLayers(getEntry(defaults, 'OFF'))
  if (getEntry(defaults, 'BaseState') !== PDFName.of('OFF')) return { all, hidden: off }
  const on = new Set(listLayers(getEntry(defaults, 'ON')))
  return { all, hidden: all.filter((layer) => !on.has(layer)) }
}

/** Adds layers to a document with the visibility of their source documents. */
function addLayers(context: PDFContext, root: PDFDict, { all, hidden }: Layers) {
  if (hidden.length === 0) return
  const settings = { OCGs: all, D: { BaseState: 'ON', OFF: hidden } }
  root.set(PDFName.of('OCProperties'), context.obj(settings))
}
