import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  type PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import type { Resolve } from './decode-stream.ts'
import { overLimit } from './pdf-errors.ts'
import type { PdfObjects } from './pdf-objects.ts'

/**
 * Receives each kind of active content: an action by its name (`JavaScript`, `Launch`), an annotation by its
 * type.
 */
export type OnActiveContent = (kind: string) => void

const readName = (object: PDFObject | undefined) => (object instanceof PDFName ? object.decodeText() : '')
const toKeys = (names: string) => names.split(' ').map((name) => PDFName.of(name))

/** Annotations that are only displayed. Every other kind becomes a stamp with the same appearance. */
const passive: ReadonlySet<string> = new Set(
  `Caret Circle FreeText Highlight Ink Line Link PolyLine Polygon Square Squiggly Stamp StrikeOut Text Underline
   Watermark`.split(/\s+/),
)

/** The appearance entries of an annotation; none leads to another page, a file or a form. */
const kept = toKeys(
  'Type Subtype Rect Contents F AS Border C CA ca BS BE QuadPoints L LE IC Vertices InkList CL RD DA Q IT Name T M OC',
)
const keptOfStamp = toKeys('Type Rect F AS OC')
const active: ReadonlySet<string> = new Set(['FileAttachment', 'RichMedia', 'Screen', 'Movie', 'Sound', '3D'])

/** The annotations of a page, without their active content. */
export function safeAnnotations(pdf: PdfObjects, page: PDFDict, onActiveContent: OnActiveContent): PDFArray {
  const found = pdf.load(page.get(PDFName.Annots))
  const safe = PDFArray.withContext(pdf.context)
  if (!(found instanceof PDFArray)) return safe
  pdf.annotations += found.size()
  if (pdf.annotations > pdf.limits.annotations) throw overLimit('Its pages have too many annotations.')
  for (const each of found.asArray()) {
    const annotation = pdf.load(each)
    const made = annotation instanceof PDFDict ? safeAnnotation(pdf, annotation, onActiveContent) : undefined
    if (made) safe.push(made)
  }
  return safe
}

function safeAnnotation(
  pdf: PdfObjects,
  annotation: PDFDict,
  onActiveContent: OnActiveContent,
): PDFDict | undefined {
  const kind = readName(pdf.load(annotation.get(PDFName.of('Subtype'))))
  if (active.has(kind)) onActiveContent(kind)
  const action = pdf.load(annotation.get(PDFName.of('A')))
  reportActions(pdf, action, onActiveContent)
  reportTriggers(pdf, annotation, onActiveContent)
  if (kind === 'Widget') reportFieldActions(pdf, annotation, onActiveContent)
  const appearance = shownAppearance(pdf, annotation)
  if (!passive.has(kind) && !appearance) return undefined
  const safe = PDFDict.withContext(pdf.context)
  for (const key of passive.has(kind) ? kept : keptOfStamp) {
    const value = annotation.get(key)
    if (value) safe.set(key, value)
  }
  if (!passive.has(kind)) safe.set(PDFName.of('Subtype'), PDFName.of('Stamp'))
  if (appearance) safe.set(PDFName.of('AP'), appearance)
  const address = kind === 'Link' && findAddress(pdf, action)
  if (address) safe.set(PDFName.of('A'), pdf.context.obj({ S: 'URI', URI: address }))
  return safe
}

/** The normal appearance of an annotation in its current state. */
function shownAppearance(pdf: PdfObjects, annotation: PDFDict): PDFDict | undefined {
  const appearances = pdf.load(annotation.get(PDFName.of('AP')))
  const normal = appearances instanceof PDFDict ? appearances.get(PDFName.of('N')) : undefined
  const found = pdf.load(normal)
  if (!normal || !found || found === PDFNull) return undefined
  if (!(found instanceof PDFDict)) return pdf.context.obj({ N: normal })
  const state = pdf.load(annotation.get(PDFName.of('AS')))
  const shown = state instanceof PDFName ? found.get(state) : undefined
  return shown && state instanceof PDFName
    ? pdf.context.obj({ N: PDFDict.fromMapWithContext(new Map([[state, shown]]), pdf.context) })
    : undefined
}

const harmless: ReadonlySet<string> = new Set(['GoTo', 'Named', 'GoToDp', ''])
const mostActions = 1000

/** Reports an action and the actions that follow it. */
export function reportActions(
  pdf: PdfObjects,
  first: PDFObject | undefined,
  onActiveContent: OnActiveContent,
) {
  const waiting = [first]
  const seen = new Set<PDFObject>()
  for (let next = waiting.pop(); waiting.length > 0 || next; next = waiting.pop()) {
    const action = pdf.load(next)
    if (!(action instanceof PDFDict) || seen.has(action)) continue
    if (seen.size >= mostActions) throw overLimit('It has too many actions in a row.')
    seen.add(action)
    const kind = readName(pdf.load(action.get(PDFName.of('S'))))
    if (!harmless.has(kind) && !(kind === 'URI' && findAddress(pdf, action))) onActiveContent(kind)
    const following = pdf.load(action.get(PDFName.of('Next')))
    waiting.push(...(following instanceof PDFArray ? following.asArray() : [following]))
  }
}

/** Reports the actions triggered by events of a page, an annotation or a document. */
export function reportTriggers(pdf: PdfObjects, owner: PDFDict, onActiveContent: OnActiveContent) {
  if (pdf.load(owner.get(PDFName.of('AF')))) onActiveContent('EmbeddedFiles')
  const triggers = pdf.load(owner.get(PDFName.of('AA')))
  if (triggers instanceof PDFDict)
    for (const action of triggers.values()) reportActions(pdf, action, onActiveContent)
}

const deepestField = 32

/** Reports the actions of a widget's fields, whether or not the form lists them. */
function reportFieldActions(pdf: PdfObjects, widget: PDFDict, onActiveContent: OnActiveContent) {
  let field = pdf.load(widget.get(PDFName.of('Parent')))
  for (let depth = 0; depth < deepestField && field instanceof PDFDict; depth += 1) {
    reportActions(pdf, field.get(PDFName.of('A')), onActiveContent)
    reportTriggers(pdf, field, onActiveContent)
    field = pdf.load(field.get(PDFName.of('Parent')))
  }
}

/** Reports a stream that is a PostScript program or whose data is in an external file. */
export function reportStream({ dict }: PDFStream, load: Resolve, onActiveContent: OnActiveContent) {
  if (dict.has(PDFName.of('F'))) onActiveContent('ExternalStream')
  const kinds = ['Subtype', 'Subtype2'].map((key) => readName(load(dict.get(PDFName.of(key)))))
  if (kinds.includes('PS')) onActiveContent('PostScript')
}

/** The address of a link, if it leads to a web page or a mailbox. */
function findAddress(pdf: PdfObjects, action: PDFObject | undefined) {
  if (!(action instanceof PDFDict) || readName(pdf.load(action.get(PDFName.of('S')))) !== 'URI')
    return undefined
  const address = pdf.load(action.get(PDFName.of('URI')))
  const isText = address instanceof PDFString || address instanceof PDFHexString
  return isText && /^(https?|mailto):[^\r\n\t]*$/i.test(address.decodeText()) ? address : undefined
}
