import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import type { PdfObjects } from './pdf-objects.ts'
import { inflatedBeginning, streamDecoder } from './stream-bytes.ts'
import { AnswerTooLarge, UnreadablePdf } from './unreadable-pdf.ts'

const namesIn = (words: string) => new Set(words.split(/\s+/).map((word) => PDFName.of(word)))

const categories = namesIn('XObject Font ExtGState ColorSpace Pattern Shading Properties')
/** These color spaces apply without being named. */
const unnamed = new Set(['DefaultGray', 'DefaultRGB', 'DefaultCMYK'])
/** What nothing that is drawn needs: it is about the document, leads to other files and pages, or acts. */
const unneeded = namesIn(
  `AA AF Alternates EF JS LastModified Measure Metadata OPI Parent PieceInfo PtData Ref StructParent StructParents
   Thumb`,
)
/** Objects of the document, or that act, wherever they are referred to from. */
const unreachable = namesIn(
  `Action Annot Bead Catalog Collection EmbeddedFile F Filespec Metadata ObjStm OCProperties Outlines Page Pages
   Rendition Sig SigRef StructElem StructTreeRoot Thread XRef`,
)

const isUnreachable = (object: PDFObject | undefined) => {
  const dict = object instanceof PDFStream ? object.dict : object
  const type = dict instanceof PDFDict ? dict.get(PDFName.Type) : undefined
  return type instanceof PDFName && unreachable.has(type)
}

const decodedName = (name: string) =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
const textOf = (name: PDFName) => decodedName(name.asString().slice(1))

/** How much the streams of an answer may still come to. */
export type Room = { bytes: number }

type Entries = [key: PDFName, value: PDFObject][]

/**
 * Takes what pages draw from a PDF, and leaves everything else out of reach. Of resources, which pages often share,
 * those stay that the content names: the names are every word behind a slash, which may be more than it uses and is
 * never less.
 */
export class DrawnObjects {
  private readonly pdf: PdfObjects
  private readonly room: Room
  private readonly decoded: ReturnType<typeof streamDecoder>
  private readonly seen = new Set<PDFObject>()
  private readonly named = new Map<PDFObject, ReadonlySet<string>>()
  /** Dictionaries whose keys are names of their own, not words of the format. */
  private readonly lists = new Set<PDFDict>()

  constructor(pdf: PdfObjects, room: Room) {
    this.pdf = pdf
    this.room = room
    this.decoded = streamDecoder(pdf.limits, pdf.load, inflatedBeginning)
  }

  /** Loads all that a page leads to, and takes what it must not lead to out of reach. */
  take(page: PDFDict) {
    const { load, context } = this.pdf
    const content = load(page.get(PDFName.Contents))
    this.reduce(page, content instanceof PDFArray ? content.asArray().map(load) : [content])
    const waiting: PDFObject[] = page.values()
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (this.seen.has(next)) continue
      this.seen.add(next)
      const object = load(next)
      if (next instanceof PDFRef && isUnreachable(object)) context.delete(next)
      else if (object && !(next instanceof PDFRef && this.seen.has(object))) {
        this.seen.add(object)
        for (const each of this.reached(object)) waiting.push(each)
      }
    }
  }

  private reached(object: PDFObject): PDFObject[] {
    if (object instanceof PDFArray) return object.asArray()
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFDict)) return []
    if (object instanceof PDFStream) {
      this.room.bytes -= object.getContentsSize()
      if (this.room.bytes < 0) throw new AnswerTooLarge()
    }
    if (!this.lists.has(dict)) leaveOut(dict)
    if (dict.has(PDFName.Resources))
      this.reduce(dict, object instanceof PDFStream ? [object] : this.glyphsOf(dict))
    return dict.values()
  }

  /** Leaves a page, form, pattern or font only those resources that its content names. */
  private reduce(owner: PDFDict, content: readonly (PDFObject | undefined)[]) {
    const { load, context } = this.pdf
    const resources = load(owner.get(PDFName.Resources))
    const reduced = PDFDict.withContext(context)
    owner.set(PDFName.Resources, reduced)
    if (!(resources instanceof PDFDict)) return
    const waiting = new Map<PDFDict, Entries>()
    for (const category of categories) {
      const all = load(resources.get(category))
      if (!(all instanceof PDFDict)) continue
      const list = PDFDict.withContext(context)
      this.lists.add(list)
      reduced.set(category, list)
      waiting.set(list, all.entries())
    }
    const names = new Set(content.flatMap((each) => [...this.namesOf(each)]))
    while (this.moveNamed(waiting, names)) {}
  }

  /** Moves what is named; says whether something came with names of its own: it has no resources, and uses these. */
  private moveNamed(waiting: Map<PDFDict, Entries>, names: Set<string>): boolean {
    const before = names.size
    for (const [list, entries] of waiting) {
      const left: Entries = []
      for (const [key, value] of entries) {
        const name = textOf(key)
        if (names.has(name) || unnamed.has(name)) list.set(key, value)
        else left.push([key, value])
      }
      waiting.set(list, left)
      if (left.length < entries.length)
        for (const value of list.values())
          for (const content of this.withoutResources(this.pdf.load(value)))
            for (const name of this.namesOf(content)) names.add(name)
    }
    return names.size > before
  }

  /** The content of a form or a font that has no resources of its own. */
  private withoutResources(object: PDFObject | undefined): (PDFObject | undefined)[] {
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFDict) || dict.has(PDFName.Resources)) return []
    if (!(object instanceof PDFStream)) return this.glyphsOf(dict)
    return this.pdf.load(dict.get(PDFName.of('Subtype'))) === PDFName.of('Form') ? [object] : []
  }

  /** The programs that draw the characters of a font of type 3. */
  private glyphsOf(font: PDFDict): (PDFObject | undefined)[] {
    const programs = this.pdf.load(font.get(PDFName.of('CharProcs')))
    if (!(programs instanceof PDFDict)) return []
    this.lists.add(programs)
    return programs.values().map(this.pdf.load)
  }

  private namesOf(stream: PDFObject | undefined): ReadonlySet<string> {
    if (!(stream instanceof PDFStream)) return new Set()
    const known = this.named.get(stream)
    if (known) return known
    const names = namesInContent(this.contentOf(stream))
    this.named.set(stream, names)
    return names
  }

  /** What of a content stream cannot be decoded is not drawn either. Only one over the limits fails. */
  private contentOf(stream: PDFStream): Uint8Array {
    try {
      return this.decoded(stream)
    } catch (error) {
      if (error instanceof UnreadablePdf && !error.isFinal) return new Uint8Array()
      throw error
    }
  }
}

function leaveOut(dict: PDFDict) {
  for (const key of unneeded) if (dict.has(key)) dict.delete(key)
  for (const [key, value] of dict.entries())
    if (!(value instanceof PDFRef) && isUnreachable(value)) dict.delete(key)
}

/** A name ends at white space and at delimiters (ISO 32000-1, 7.2.2). */
const nameInContent = /\/([^\0\t\n\f\r ()<>[\]{}/%]{1,127})/g

function namesInContent(content: Uint8Array): Set<string> {
  const names = new Set<string>()
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1')
  for (const [, name = ''] of text.matchAll(nameInContent)) names.add(decodedName(name))
  return names
}
