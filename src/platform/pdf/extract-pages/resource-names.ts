import { overLimit } from './pdf-errors.ts'

export const categories = [
  'XObject',
  'Font',
  'ExtGState',
  'ColorSpace',
  'Pattern',
  'Shading',
  'Properties',
] as const
export type Category = (typeof categories)[number]

/** The resource names that content uses, by resource category; under `any` if the category is unknown. */
export type UsedNames = Map<Category | 'any', Set<string>>

export const decodeName = (name: string) =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

const keyword = (word: string) => Buffer.from(word).reduce((code, byte) => code * 256 + byte, 0)

/** The operators that take a resource name (ISO 32000-1, annex A). */
const operators: ReadonlyMap<number, Category> = new Map(
  Object.entries({
    ...({ Do: 'XObject', Tf: 'Font', gs: 'ExtGState', cs: 'ColorSpace', CS: 'ColorSpace' } as const),
    ...({ sc: 'Pattern', SC: 'Pattern', scn: 'Pattern', SCN: 'Pattern' } as const),
    ...({ sh: 'Shading', BDC: 'Properties', DP: 'Properties' } as const),
  }).map(([word, category]) => [keyword(word), category]),
)
const [beginImage, imageData] = [keyword('BI'), keyword('ID')]

/** White space and delimiters end a name or an operator (ISO 32000-1, 7.2.2). */
const isWhite = (byte: number | undefined) =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0
const ends = new Uint8Array(256)
for (const byte of Buffer.from('\0\t\n\f\r ()<>[]{}/%')) ends[byte] = 1
const numeric = new Uint8Array(256)
for (const byte of Buffer.from('0123456789+-.')) numeric[byte] = 1

/** Collects the names in a content stream. In malformed content, every name counts as used. */
export function findUsedNames(content: Uint8Array, most: number): UsedNames {
  const scan = new ContentScan(content, most)
  return scan.isComplete() ? scan.used : everyNameIn(content, most)
}

class ContentScan {
  readonly used: UsedNames = new Map()
  private readonly bytes: Buffer
  private readonly most: number
  private count = 0
  private at = 0
  /** The byte range of the last name before the next operator. */
  private name: [from: number, to: number] = [0, 0]
  private isInImage = false

  constructor(content: Uint8Array, most: number) {
    this.bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    this.most = most
  }

  /** Scans the content. Returns false if a string or an image has no end, or ends without a beginning. */
  isComplete(): boolean {
    const { bytes } = this
    while (this.at < bytes.length) {
      const byte = bytes[this.at] as number
      if (byte === 0x2f) this.passName()
      else if (ends[byte] === 0) {
        if (!this.passWord()) return false
      } else if (byte === 0x25) this.passComment()
      else if (byte === 0x28 || byte === 0x29) {
        if (byte === 0x29 || !this.passString()) return false
      } else if (byte === 0x3c && bytes[this.at + 1] !== 0x3c) {
        this.at = bytes.indexOf(0x3e, this.at) + 1
        if (this.at === 0) return false
      } else this.at += byte === 0x3c ? 2 : 1
    }
    this.use('any') // Its operator may be in the next stream of the page.
    return true
  }

  private endOfWord(): number {
    let { at } = this
    while (at < this.bytes.length && ends[this.bytes[at] as number] === 0) at += 1
    return at
  }

  private passName() {
    this.at += 1
    const end = this.endOfWord()
    this.name = [this.at, end]
    this.at = end
    if (this.isInImage) this.use('ColorSpace')
  }

  /** Skips a number or an operator, and the data of an image. */
  private passWord(): boolean {
    const end = this.endOfWord()
    let from = this.at
    while (from < end && numeric[this.bytes[from] as number] === 1) from += 1
    this.at = end
    if (from === end) return true
    if (end - from > 3) return true
    let code = 0
    for (; from < end; from += 1) code = code * 256 + (this.bytes[from] as number)
    if (code === imageData && this.isInImage) return this.passImage()
    if (code === beginImage) this.isInImage = true
    const category = operators.get(code)
    if (category) this.use(category)
    this.name = [0, 0]
    return true
  }

  private passComment() {
    const { bytes } = this
    while (this.at < bytes.length && bytes[this.at] !== 10 && bytes[this.at] !== 13) this.at += 1
  }

  private passString(): boolean {
    for (let depth = 0; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at]
      if (byte === 0x5c) this.at += 1
      else if (byte === 0x28) depth += 1
      else if (byte === 0x29) depth -= 1
      if (depth > 0) continue
      this.at += 1
      return true
    }
    return false
  }

  /** Image data can contain anything; text follows its end. */
  private passImage(): boolean {
    const { bytes } = this
    for (let end = bytes.indexOf('EI', this.at); end >= 0; end = bytes.indexOf('EI', end + 1)) {
      const isWord =
        isWhite(bytes[end - 1]) && (end + 2 === bytes.length || ends[bytes[end + 2] as number] === 1)
      if (
        !isWord ||
        !bytes.subarray(end + 2, end + 18).every((byte) => isWhite(byte) || (byte > 32 && byte < 127))
      )
        continue
      this.at = end + 2
      this.isInImage = false
      this.name = [0, 0]
      return true
    }
    return false
  }

  private use(category: Category | 'any') {
    const [from, to] = this.name
    if (from === to) return
    const names = this.used.get(category) ?? new Set()
    this.used.set(category, names)
    const { size } = names
    names.add(decodeName(this.bytes.toString('latin1', from, to)))
    this.count += names.size - size
    if (this.count > this.most) throw tooManyNames()
  }
}

function everyNameIn(content: Uint8Array, most: number): UsedNames {
  const names = new Set<string>()
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1')
  for (const [, name = ''] of text.matchAll(/\/([^\0\t\n\f\r ()<>[\]{}/%]{1,255})/g)) {
    names.add(decodeName(name))
    if (names.size > most) throw tooManyNames()
  }
  return new Map([['any', names]])
}

const tooManyNames = () => overLimit('Its pages use too many names.')
