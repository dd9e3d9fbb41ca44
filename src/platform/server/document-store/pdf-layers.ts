import { PDFArray, type PDFContext, PDFDict, PDFName, PDFRef } from '@cantoo/pdf-lib'
import { isNotPdfError, UnreadablePdfError } from './pdf-errors.ts'
import type { PdfObjects } from './pdf-objects.ts'

/** The layers (optional content groups, ISO 32000-1, 8.11) of a PDF and those hidden by default. */
export type Layers = { all: PDFRef[]; hidden: PDFRef[] }

const none: Layers = { all: [], hidden: [] }

/** The layers of a document in its default configuration. Damaged settings count as none. */
export function findLayers(pdf: PdfObjects): Layers {
  try {
    return layersIn(pdf)
  } catch (error) {
    if (isNotPdfError(error) || (error instanceof UnreadablePdfError && error.isFinal)) throw error
    return none
  }
}

function layersIn(pdf: PdfObjects): Layers {
  const entryOf = (dict: unknown, key: string) =>
    dict instanceof PDFDict ? pdf.load(dict.get(PDFName.of(key))) : undefined
  const refsOf = (array: unknown) =>
    array instanceof PDFArray ? array.asArray().filter((each) => each instanceof PDFRef) : []
  const properties = entryOf(pdf.load(pdf.root), 'OCProperties')
  const defaults = entryOf(properties, 'D')
  const all = refsOf(entryOf(properties, 'OCGs'))
  const off = refsOf(entryOf(defaults, 'OFF'))
  if (entryOf(defaults, 'BaseState') !== PDFName.of('OFF')) return { all, hidden: off }
  const on = new Set(refsOf(entryOf(defaults, 'ON')))
  return { all, hidden: all.filter((layer) => !on.has(layer)) }
}

/** Adds layers to a document with the visibility of their source documents. */
export function addLayers(context: PDFContext, root: PDFDict, { all, hidden }: Layers) {
  if (hidden.length === 0) return
  const settings = { OCGs: all, D: { BaseState: 'ON', OFF: hidden } }
  root.set(PDFName.of('OCProperties'), context.obj(settings))
}
