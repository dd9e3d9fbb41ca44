import { PDFArray, PDFDict, PDFName, type PDFObject } from '@cantoo/pdf-lib'
import { type OnActiveContent, reportActions, reportTriggers } from './annotations.ts'
import { isNotPdfError, UnreadablePdfError } from './pdf-errors.ts'
import type { PdfObjects } from './pdf-objects.ts'

/** Reports document-level active content, which extracted pages do not keep. */
export function reportDocumentActions(pdf: PdfObjects, onActiveContent: OnActiveContent) {
  const catalog = pdf.load(pdf.root)
  if (!(catalog instanceof PDFDict)) return
  const getEntry = (dict: unknown, key: string) =>
    dict instanceof PDFDict ? pdf.load(dict.get(PDFName.of(key))) : undefined
  reportActions(pdf, getEntry(catalog, 'OpenAction'), onActiveContent)
  reportTriggers(pdf, catalog, onActiveContent)
  const names = getEntry(catalog, 'Names')
  if (getEntry(names, 'JavaScript')) onActiveContent('JavaScript')
  if (getEntry(names, 'EmbeddedFiles') || getEntry(catalog, 'AF')) onActiveContent('EmbeddedFiles')
  if (getEntry(catalog, 'Collection')) onActiveContent('EmbeddedFiles')
  const form = getEntry(catalog, 'AcroForm')
  if (getEntry(form, 'XFA')) onActiveContent('XFA')
  try {
    reportTreeActions(pdf, [getEntry(form, 'Fields'), getEntry(form, 'CO')], onActiveContent)
    reportTreeActions(pdf, [getEntry(getEntry(catalog, 'Outlines'), 'First')], onActiveContent)
  } catch (error) {
    // No page needs form fields or outlines, so damage in them is ignored.
    if (isNotPdfError(error) || (error instanceof UnreadablePdfError && error.isFinal)) throw error
  }
}

const branches = ['Kids', 'First', 'Next'].map((name) => PDFName.of(name))

/** Reports the actions of form fields and outline entries. */
function reportTreeActions(
  pdf: PdfObjects,
  waiting: (PDFObject | undefined)[],
  onActiveContent: OnActiveContent,
) {
  const seen = new Set<PDFObject>()
  for (let next = waiting.pop(); next || waiting.length > 0; next = waiting.pop()) {
    const node = pdf.load(next)
    if (!node || seen.has(node)) continue
    seen.add(node)
    if (node instanceof PDFArray) for (const each of node.asArray()) waiting.push(each)
    if (!(node instanceof PDFDict)) continue
    reportActions(pdf, node.get(PDFName.of('A')), onActiveContent)
    reportTriggers(pdf, node, onActiveContent)
    for (const branch of branches) waiting.push(node.get(branch))
  }
}
