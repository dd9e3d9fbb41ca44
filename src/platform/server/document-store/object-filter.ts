import { PDFArray, PDFDict, PDFName, PDFNull, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { type Kind, kindHere, kindOfEntry, page, resources } from './allowed-entries.ts'
import { type HearActive, hearStream } from './annotations.ts'
import { type Category, categories, decodedName, namesUsedIn, type UsedNames } from './content-names.ts'
import { inflatedBeginning, streamDecoder } from './decode-stream.ts'
import { AnswerTooLarge, overLimit, UnreadablePdf } from './pdf-errors.ts'
import type { PdfObjects } from './pdf-objects.ts'

/** These color spaces apply without being named. */
const unnamed = new Set(['DefaultGray', 'DefaultRGB', 'DefaultCMYK'])
const textOf = (name: PDFName) => decodedName(name.asString().slice(1))

/** How much the streams of an answer may still come to. */
export type Room = { bytes: number }

type Found = [object: PDFObject, kind: Kind]
type Entry = [key: PDFName, value: PDFObject]

/**
 * Takes what pages draw from a PDF, and leaves everything else out of reach. Of resources, which pages often share,
 * those stay that an operator of the content names.
 */
export class DrawnObjects {
  private readonly pdf: PdfObjects
  private readonly room: Room
  private readonly decoded: ReturnType<typeof streamDecoder>
  private readonly seen = new Set<PDFObject>()
  private readonly named = new Map<PDFStream, UsedNames>()
  private readonly entries = new Map<PDFDict, ReadonlyMap<string, Entry>>()
  private readonly hear: HearActive
  private namesLeft: number
  private steps = 0

  constructor(pdf: PdfObjects, room: Room, hear: HearActive = () => {}) {
    this.pdf = pdf
    this.room = room
    this.hear = hear
    this.namesLeft = pdf.limits.names
    this.decoded = streamDecoder(pdf.limits, pdf.load, inflatedBeginning)
  }

  /** Loads all that a page leads to, and takes what it must not lead to out of it. */
  take(leaf: PDFDict) {
    const { load } = this.pdf
    const content = load(leaf.get(PDFName.Contents))
    this.reduce(leaf, content instanceof PDFArray ? content.asArray().map(load) : [content])
    const found = leaf.get(PDFName.Resources)
    leaf.delete(PDFName.Resources)
    const waiting: Found[] = [[leaf, page]]
    if (found) waiting.push([found, resources])
    for (let next = waiting.pop(); next; next = waiting.pop()) this.clear(...next, waiting)
    if (found) leaf.set(PDFName.Resources, found)
  }

  /** Whether pages that were taken lead to an object. */
  has(object: PDFObject | undefined): boolean {
    return object !== undefined && this.seen.has(object)
  }

  /** Leaves an object only what its kind may hold, which then waits for the same. */
  private clear(object: PDFObject, kind: Kind, waiting: Found[]) {
    if (this.seen.has(object)) return
    this.seen.add(object)
    if (object instanceof PDFArray) {
      for (const [at, value] of object.asArray().entries())
        if (!this.mayHold(value, kind, waiting)) object.set(at, PDFNull)
      return
    }
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFDict)) return
    if (object instanceof PDFStream) {
      this.room.bytes -= object.getContentsSize()
      if (this.room.bytes < 0) throw new AnswerTooLarge()
    }
    const isOwner = kind.entries?.has(PDFName.Resources) && dict.has(PDFName.Resources)
    if (isOwner) this.reduce(dict, object instanceof PDFStream ? [object] : this.glyphsOf(dict))
    for (const [key, value] of dict.entries()) {
      const inner = isOwner && key === PDFName.Resources ? resources : kindOfEntry(kind, key)
      if (!inner || !this.mayHold(value, inner, waiting)) dict.delete(key)
    }
  }

  /** Whether a value may stand where this kind is expected. */
  private mayHold(value: PDFObject, kind: Kind, waiting: Found[]): boolean {
    const { load } = this.pdf
    const object = load(value)
    if (object instanceof PDFArray) waiting.push([object, kind])
    if (!(object instanceof PDFDict || object instanceof PDFStream)) return object !== undefined
    if (object instanceof PDFStream) hearStream(object, load, this.hear)
    const here = kindHere(object, kind, load)
    if (here) waiting.push([object, here])
    return here !== undefined
  }

  /** Leaves a page, form, pattern or font only those resources that its content names. */
  private reduce(owner: PDFDict, content: readonly (PDFObject | undefined)[]) {
    const { load, context } = this.pdf
    const found = load(owner.get(PDFName.Resources))
    const reduced = PDFDict.withContext(context)
    owner.set(PDFName.Resources, reduced)
    if (!(found instanceof PDFDict)) return
    const lists = new Map<Category, { list: PDFDict; all: PDFDict }>()
    for (const category of categories) {
      const all = load(found.get(PDFName.of(category)))
      if (!(all instanceof PDFDict)) continue
      const list = PDFDict.withContext(context)
      reduced.set(PDFName.of(category), list)
      lists.set(category, { list, all })
    }
    this.moveNamed(lists, content)
  }

  /** Moves the resources that content uses; what has no resources of its own, such as a form, uses these as well. */
  private moveNamed(
    lists: ReadonlyMap<Category, { list: PDFDict; all: PDFDict }>,
    content: readonly (PDFObject | undefined)[],
  ) {
    const waiting = [...content]
    const seen = new Set<PDFObject>()
    for (const { list, all } of lists.values())
      for (const name of unnamed) {
        const entry = this.entriesOf(all).get(name)
        if (entry) list.set(...entry)
      }
    for (let next = waiting.pop(); next || waiting.length > 0; next = waiting.pop()) {
      this.spend(1)
      if (!(next instanceof PDFStream) || seen.has(next)) continue
      seen.add(next)
      const used = this.namesOf(next)
      for (const [category, { list, all }] of lists)
        for (const [key, value] of this.entriesNamed(all, [used.get(category), used.get('any')])) {
          if (list.has(key)) continue
          list.set(key, value)
          for (const each of this.withoutResources(this.pdf.load(value))) waiting.push(each)
        }
    }
  }

  /** The entries of a dictionary that have one of these names. Goes through whichever has fewer. */
  private entriesNamed(all: PDFDict, used: readonly (ReadonlySet<string> | undefined)[]): Entry[] {
    const entries = this.entriesOf(all)
    return used.flatMap((names) => {
      if (!names) return []
      this.spend(Math.min(names.size, entries.size))
      return names.size < entries.size
        ? [...names].map((name) => entries.get(name)).filter((entry) => entry !== undefined)
        : [...entries].flatMap(([name, entry]) => (names.has(name) ? [entry] : []))
    })
  }

  /** The entries of a dictionary by the names they have in content. */
  private entriesOf(dict: PDFDict): ReadonlyMap<string, Entry> {
    const known = this.entries.get(dict)
    if (known) return known
    const entries = new Map(dict.entries().map((entry) => [textOf(entry[0]), entry]))
    this.spend(entries.size)
    this.entries.set(dict, entries)
    return entries
  }

  private spend(steps: number) {
    this.steps += steps
    if (this.steps > this.pdf.limits.steps) throw overLimit('Its pages share too many resources.')
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
    return programs.values().map(this.pdf.load)
  }

  private namesOf(stream: PDFStream): UsedNames {
    const known = this.named.get(stream)
    if (known) return known
    const used = namesUsedIn(this.contentOf(stream), this.namesLeft)
    for (const names of used.values()) this.namesLeft -= names.size
    this.named.set(stream, used)
    return used
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
