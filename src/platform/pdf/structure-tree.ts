import type { PDFDocument } from 'pdfkit'
import type { StructureElement } from './streaming/pdfkit-types.ts'

/** The types of structure elements that documents use (ISO 32000-1, 14.8.4). */
type ElementType =
  | ('Document' | 'Sect' | 'H1' | 'H2' | 'H3' | 'P' | 'L' | 'LI' | 'Lbl' | 'LBody')
  | ('Table' | 'TR' | 'TH' | 'TD' | 'Figure' | 'Link')

/** A structure element: its type, and what assistive technology reads in addition to its text. */
export type Tag = {
  type: ElementType
  /** The language, if it is not that of the document. */
  lang?: string
  /** The text that stands for a figure. */
  alt?: string
  /** The direction of the cells that a table heading is for. */
  scope?: 'Row' | 'Column'
  /** How many columns a cell spans. */
  columns?: number
  /** Whether lines and areas drawn in it belong to it, as in a figure. */
  hasShapes?: boolean
  /** The edges of a figure in points from the top left of the page. */
  bbox?: readonly [left: number, top: number, right: number, bottom: number]
}

/** Elements that contain other elements, never text. */
const groupTypes: ReadonlySet<ElementType> = new Set(['Document', 'Sect', 'L', 'LI', 'Table', 'TR'])

/** Whether text belongs to a paragraph in this element instead of the element itself. */
export const isGroup = ({ type }: Tag): boolean => groupTypes.has(type)

/** What is drawn for the eye only: page furniture, lines and backgrounds. */
export type Artifact = 'Layout' | 'Pagination'

/**
 * The logical structure of a PDF, which lets assistive technology read it in order (tagged PDF, ISO 32000-1, 14.8).
 * Everything drawn belongs to an element or is an artifact.
 */
export class StructureTree {
  readonly #file: PDFDocument
  readonly #root: StructureElement
  readonly #beforeMark: () => void
  #owner: StructureElement | Artifact | undefined
  #page: unknown

  /** `beforeMark` writes what has been drawn so far to the page. */
  constructor(file: PDFDocument, beforeMark: () => void = () => {}) {
    this.#file = file
    this.#beforeMark = beforeMark
    this.#root = file.struct('Document')
    file.addStructure(this.#root)
  }

  /** Adds an element to its parent, or to the document. */
  add({ type, columns, ...options }: Tag, parent: StructureElement = this.#root): StructureElement {
    const element = this.#file.struct(type, options)
    if (columns !== undefined) element.dictionary.data.A = { O: 'Table', ColSpan: columns, Scope: 'Row' }
    parent.add(element)
    return element
  }

  /** Makes everything that follows on this page the content of an element, or an artifact. */
  mark(owner: StructureElement | Artifact) {
    const { page } = this.#file
    const isOpen = this.#page === page && this.#owner !== undefined
    if (isOpen && this.#owner === owner) return
    this.#beforeMark()
    if (isOpen) this.#file.endMarkedContent()
    if (typeof owner === 'string') this.#file.markContent('Artifact', { type: owner })
    else owner.add(this.#file.markStructureContent(owner.dictionary.data.S as string))
    this.#owner = owner
    this.#page = page
  }
}
