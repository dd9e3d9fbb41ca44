import { PDFArray, PDFDict, PDFName, PDFNull, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { actualKind, entryKind, type Kind, page, resources } from './allowed-entries.ts'
import { type OnActiveContent, reportStream } from './annotations.ts'
import { inflatedBeginning, streamDecoder } from './decode-stream.ts'
import { overLimit, ResponseTooLargeError, UnreadablePdfError } from './pdf-errors.ts'
import type { PdfObjects } from './pdf-objects.ts'
import { type Category, categories, decodeName, findUsedNames, type UsedNames } from './resource-names.ts'

/** These color spaces apply without being named. */
const unnamed: ReadonlySet<string> = new Set(['DefaultGray', 'DefaultRGB', 'DefaultCMYK'])
const readEntryName = (name: PDFName) => decodeName(name.asString().slice(1))

/** The remaining byte budget for the streams in a result. */
export type ByteBudget = { bytes: number }

type Found = [object: PDFObject, kind: Kind]
type Entry = [key: PDFName, value: PDFObject]

/**
 * Loads what pages draw and removes everything else from their objects, which `extract-pages.ts` then copies. Of the
 * resources, which pages often share, only those named by a content operator remain.
 */
export class UsedObjects {
  private readonly pdf: PdfObjects
  private readonly budget: ByteBudget
  private readonly decoded: ReturnType<typeof streamDecoder>
  private readonly seen = new Set<PDFObject>()
  private readonly named = new Map<PDFStream, UsedNames>()
  private readonly entries = new Map<PDFDict, ReadonlyMap<string, Entry>>()
  private readonly onActiveContent: OnActiveContent
  private namesLeft: number
  private steps = 0

  constructor(pdf: PdfObjects, budget: ByteBudget, onActiveContent: OnActiveContent = () => {}) {
    this.pdf = pdf
    this.budget = budget
    this.onActiveContent = onActiveContent
    this.namesLeft = pdf.limits.names
    this.decoded = streamDecoder(pdf.limits, pdf.load, inflatedBeginning)
  }

  /** Loads everything that a page refers to and removes what it must not refer to. */
  removeUnused(leaf: PDFDict) {
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

  /** Whether the copied pages refer to an object. */
  has(object: PDFObject | undefined): boolean {
    return object !== undefined && this.seen.has(object)
  }

  /** Removes disallowed entries from an object and queues the remaining ones. */
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
      this.budget.bytes -= object.getContentsSize()
      if (this.budget.bytes < 0) throw new ResponseTooLargeError()
    }
    const isOwner = kind.entries?.has(PDFName.Resources) && dict.has(PDFName.Resources)
    if (isOwner) this.reduce(dict, object instanceof PDFStream ? [object] : this.listGlyphs(dict))
    for (const [key, value] of dict.entries()) {
      const inner = isOwner && key === PDFName.Resources ? resources : entryKind(kind, key)
      if (!inner || !this.mayHold(value, inner, waiting)) dict.delete(key)
    }
  }

  /** Whether a value is allowed where this kind is expected. */
  private mayHold(value: PDFObject, kind: Kind, waiting: Found[]): boolean {
    const { load } = this.pdf
    const object = load(value)
    if (object instanceof PDFArray) waiting.push([object, kind])
    if (!(object instanceof PDFDict || object instanceof PDFStream)) return object !== undefined
    if (object instanceof PDFStream) reportStream(object, load, this.onActiveContent)
    const here = actualKind(object, kind, load)
    if (here) waiting.push([object, here])
    return here !== undefined
  }

  /** Reduces the resources of a page, form, pattern or font to those its content names. */
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

  /** Copies the resources that content uses; forms without resources of their own use these too. */
  private moveNamed(
    lists: ReadonlyMap<Category, { list: PDFDict; all: PDFDict }>,
    content: readonly (PDFObject | undefined)[],
  ) {
    const waiting = [...content]
    const seen = new Set<PDFObject>()
    for (const { list, all } of lists.values())
      for (const name of unnamed) {
        const entry = this.readEntries(all).get(name)
        if (entry) list.set(...entry)
      }
    for (let next = waiting.pop(); next || waiting.length > 0; next = waiting.pop()) {
      this.spend(1)
      if (!(next instanceof PDFStream) || seen.has(next)) continue
      seen.add(next)
      const used = this.findNames(next)
      for (const [category, { list, all }] of lists)
        for (const [key, value] of this.entriesNamed(all, [used.get(category), used.get('any')])) {
          if (list.has(key)) continue
          list.set(key, value)
          for (const each of this.withoutResources(this.pdf.load(value))) waiting.push(each)
        }
    }
  }

  /** The entries of a dictionary with these names; iterates over the smaller of the two. */
  private entriesNamed(all: PDFDict, used: readonly (ReadonlySet<string> | undefined)[]): Entry[] {
    const entries = this.readEntries(all)
    return used.flatMap((names) => {
      if (!names) return []
      this.spend(Math.min(names.size, entries.size))
      return names.size < entries.size
        ? [...names].map((name) => entries.get(name)).filter((entry) => entry !== undefined)
        : [...entries].flatMap(([name, entry]) => (names.has(name) ? [entry] : []))
    })
  }

  /** The entries of a dictionary, by the names that content uses for them. */
  private readEntries(dict: PDFDict): ReadonlyMap<string, Entry> {
    const known = this.entries.get(dict)
    if (known) return known
    const entries = new Map(dict.entries().map((entry) => [readEntryName(entry[0]), entry]))
    this.spend(entries.size)
    this.entries.set(dict, entries)
    return entries
  }

  private spend(steps: number) {
    this.steps += steps
    if (this.steps > this.pdf.limits.steps) throw overLimit('Its pages share too many resources.')
  }

  /** The content of a form or a font that has no resources of its own; none for any other object. */
  private withoutResources(object: PDFObject | undefined): (PDFObject | undefined)[] {
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFDict) || dict.has(PDFName.Resources)) return []
    if (!(object instanceof PDFStream)) return this.listGlyphs(dict)
    return this.pdf.load(dict.get(PDFName.of('Subtype'))) === PDFName.of('Form') ? [object] : []
  }

  /** The glyph programs of a Type 3 font. */
  private listGlyphs(font: PDFDict): (PDFObject | undefined)[] {
    const programs = this.pdf.load(font.get(PDFName.of('CharProcs')))
    if (!(programs instanceof PDFDict)) return []
    return programs.values().map(this.pdf.load)
  }

  private findNames(stream: PDFStream): UsedNames {
    const known = this.named.get(stream)
    if (known) return known
    const used = findUsedNames(this.readContent(stream), this.namesLeft)
    for (const names of used.values()) this.namesLeft -= names.size
    this.named.set(stream, used)
    return used
  }

  /** Undecodable parts of a content stream are not drawn either; only a stream over the limits fails. */
  private readContent(stream: PDFStream): Uint8Array {
    try {
      return this.decoded(stream)
    } catch (error) {
      if (error instanceof UnreadablePdfError && !error.isFinal) return new Uint8Array()
      throw error
    }
  }
}
