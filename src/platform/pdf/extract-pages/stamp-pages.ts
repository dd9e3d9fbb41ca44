import {
  drawObject,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFPageEmbedder,
  type PDFPageLeaf,
  PDFRef,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'

type Box = { left: number; bottom: number; right: number; top: number }
type Pair = readonly [x: number, y: number]

const letter: Box = { left: 0, bottom: 0, right: 612, top: 792 }
const stripName = PDFName.of('PortalStrip')

/**
 * Extends a page at the top, in any rotation, with a strip scaled to its width. The strip is a page of the
 * same document on a white background.
 */
export async function stampPage(page: PDFPage, strip: PDFPageLeaf) {
  const { node: leaf } = page
  const { context } = leaf
  const box = visibleBox(leaf)
  const form = await PDFPageEmbedder.for(strip)
  const shown = displayedSides(box, leaf)
  const scale = shown.width / form.width
  const [right, up] = [shown.right, shown.up].map(([x, y]) => [x * scale, y * scale] as const) as [Pair, Pair]
  const place = context.flateStream(
    [
      pushGraphicsState(),
      `${[...right, ...up, ...shown.corner].join(' ')} cm`,
      `1 g 0 0 ${form.width} ${form.height} re f`,
      drawObject(stripName),
      popGraphicsState(),
    ].join('\n'),
  )
  addResource(leaf, await form.embedIntoContext(context))
  leaf.set(PDFName.Contents, context.obj([...enclosed(leaf), context.register(place)]))
  const grown = context.obj(extended(box, [up[0] * form.height, up[1] * form.height]))
  leaf.set(PDFName.MediaBox, grown)
  leaf.set(PDFName.CropBox, grown)
}

/**
 * Marks every page of a generated letter. The mark is a PDF of two pages: a strip to place above each page, and a page
 * to draw across it.
 */
export async function markPages(
  pdf: Uint8Array,
  mark: Uint8Array,
  { title }: { title: string },
): Promise<Uint8Array> {
  const [marked, marks] = await Promise.all(
    [pdf, mark].map((bytes) => PDFDocument.load(bytes, { updateMetadata: false })),
  )
  if (!marked || !marks) throw new Error('A document to mark is missing.')
  const [strip] = await marked.copyPages(marks, [0])
  const across = await marked.embedPage(marks.getPage(1))
  for (const page of marked.getPages()) {
    page.drawPage(across)
    if (strip) await stampPage(page, strip.node)
  }
  marked.setTitle(title)
  return marked.save({ useObjectStreams: false, updateFieldAppearances: false })
}

/** Wraps the content of a page so that its graphics state does not leak. */
function enclosed(leaf: PDFPageLeaf): PDFObject[] {
  const { context } = leaf
  const contents = leaf.get(PDFName.Contents)
  const found = context.lookup(contents)
  const streams = found instanceof PDFArray ? found.asArray() : contents instanceof PDFRef ? [contents] : []
  return [context.getPushGraphicsStateContentStream(), ...streams, context.getPopGraphicsStateContentStream()]
}

/** Pages may share resources, so this one gets a copy. */
function addResource(leaf: PDFPageLeaf, form: PDFRef) {
  const { context } = leaf
  const resources = copyObject(context, leaf.get(PDFName.Resources))
  const forms = copyObject(context, resources.get(PDFName.XObject))
  forms.set(stripName, form)
  resources.set(PDFName.XObject, forms)
  leaf.set(PDFName.Resources, resources)
}

function copyObject(context: PDFContext, object: PDFObject | undefined): PDFDict {
  const found = context.lookup(object)
  return PDFDict.fromMapWithContext(new Map(found instanceof PDFDict ? found.asMap() : []), context)
}

/** The visible area of a page. */
function visibleBox(leaf: PDFPageLeaf): Box {
  const paper = readBox(leaf, PDFName.MediaBox) ?? letter
  const shown = readBox(leaf, PDFName.CropBox) ?? paper
  const both = {
    left: Math.max(paper.left, shown.left),
    bottom: Math.max(paper.bottom, shown.bottom),
    right: Math.min(paper.right, shown.right),
    top: Math.min(paper.top, shown.top),
  }
  return both.right > both.left && both.top > both.bottom ? both : paper
}

function readBox(leaf: PDFPageLeaf, name: PDFName): Box | undefined {
  const { context } = leaf
  const array = context.lookup(leaf.get(name))
  if (!(array instanceof PDFArray)) return undefined
  const numbers = array.asArray().map((each) => context.lookup(each))
  const [a, b, c, d] = numbers.flatMap((each) => (each instanceof PDFNumber ? [each.asNumber()] : []))
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined
  return { left: Math.min(a, c), bottom: Math.min(b, d), right: Math.max(a, c), top: Math.max(b, d) }
}

/**
 * Describes the displayed page in page coordinates: the corner at the top left, the directions right and up,
 * and the width.
 */
function displayedSides({ left, bottom, right, top }: Box, leaf: PDFPageLeaf) {
  const turned = leaf.context.lookup(leaf.get(PDFName.Rotate))
  const quarters = turned instanceof PDFNumber ? Math.round(turned.asNumber() / 90) : 0
  const [width, height] = [right - left, top - bottom]
  const sides: readonly { corner: Pair; right: Pair; up: Pair; width: number }[] = [
    { corner: [left, top], right: [1, 0], up: [0, 1], width },
    { corner: [left, bottom], right: [0, 1], up: [-1, 0], width: height },
    { corner: [right, bottom], right: [-1, 0], up: [0, -1], width },
    { corner: [right, top], right: [0, -1], up: [1, 0], width: height },
  ]
  return sides[((quarters % 4) + 4) % 4] as (typeof sides)[number]
}

const extended = ({ left, bottom, right, top }: Box, [x, y]: Pair) => [
  left + Math.min(x, 0),
  bottom + Math.min(y, 0),
  right + Math.max(x, 0),
  top + Math.max(y, 0),
]
