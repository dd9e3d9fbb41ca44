import layoutDocument from '@react-pdf/layout'
import renderPages from '@react-pdf/render'
import { Font, pdf } from '@react-pdf/renderer'
import type { ReactElement } from 'react'
import type { StructureElement } from './streaming/pdfkit-types.ts'
import { type Artifact, isGroup, StructureTree, type Tag } from './structure-tree.ts'
import { TaggedDocument } from './tagged-document.ts'

/** A node of the layout that react-pdf computes; `props` is the same object in all parts of a split node. */
type LayoutNode = {
  type: string
  props?: { tag?: Tag; fixed?: boolean; src?: string; paint?: () => void }
  style?: Record<string, unknown>
  box?: Record<string, unknown>
  value?: string
  children?: LayoutNode[]
}

type Metadata = { title: string; author: string; language: string; creationDate: Date }

/** Renders a document of react-pdf, which has no tags of its own, as a tagged PDF. */
export async function renderTagged(document: ReactElement): Promise<Uint8Array> {
  const root: { type: string; props: Metadata } = pdf(document as never).container.document
  const { title, author, language, creationDate } = root.props
  const names = { Title: title, Author: author, Creator: author, Producer: author }
  const file = new LinkedDocument({
    lang: language,
    info: { ...names, CreationDate: creationDate, ModDate: creationDate },
  })
  const layout = await computeLayout(root, Font)
  const tagger = new LayoutTagger(file)
  const pieces: Uint8Array[] = []
  file.on('data', (bytes: Uint8Array) => pieces.push(bytes))
  const written = new Promise((resolve) => file.on('end', resolve))
  renderPages(file as never, tagger.tagAll(layout) as never)
  await written
  return Buffer.concat(pieces)
}

/** The declared type of the package lacks its second parameter. */
const computeLayout = layoutDocument as unknown as (root: object, fonts: object) => Promise<LayoutNode>

/** A document whose links belong to the structure. */
class LinkedDocument extends TaggedDocument {
  #link: { element: StructureElement; text: string } | undefined

  beginLink(element: StructureElement, text: string) {
    this.#link = { element, text }
  }

  /** Writes the link while its page is the current one. */
  endLink() {
    this.#link?.element.end()
    this.#link = undefined
  }

  override link(x: number, y: number, width: number, height: number, url: string) {
    const { element, text } = this.#link ?? {}
    const options = element ? { structParent: element, Contents: Object(text) } : {}
    return super.link(x, y, width, height, url, options)
  }
}

/** The element that a node is in. */
type Parent = { tag: Tag; element: StructureElement } | undefined

/**
 * Adds the structure to a finished layout, as nodes without size that mark what is drawn after them. Texts are
 * paragraphs unless they or a node around them have a tag; borders, backgrounds and repeated nodes are artifacts.
 */
class LayoutTagger {
  readonly #file: LinkedDocument
  readonly #structure: StructureTree
  readonly #elements = new Map<object, StructureElement>()

  constructor(file: LinkedDocument) {
    this.#file = file
    this.#structure = new StructureTree(file)
  }

  tagAll(node: LayoutNode, parent?: Parent): LayoutNode {
    return { ...node, children: node.children?.flatMap((child) => this.#tag(child, parent)) ?? [] }
  }

  #tag(node: LayoutNode, parent: Parent): LayoutNode[] {
    const { tag, fixed } = node.props ?? {}
    if (fixed && !(tag && !this.#elements.has(node.props as object))) return [this.#mark('Pagination'), node]
    const inner = tag ? { tag, element: this.#element(node, tag, parent) } : parent
    if (node.type === 'PAGE') return [this.tagAll(node, inner)]
    const [decoration, plain] = takeDecoration(node)
    const before = decoration ? [this.#mark('Layout'), decoration] : []
    if (node.type === 'VIEW') return [...before, this.tagAll(plain, inner)]
    if (node.type === 'TEXT') return [...before, this.#mark(this.#textElement(plain, inner)), plain]
    if (node.type === 'LINK') return [...before, ...this.#tagLink(plain, inner)]
    return [...before, this.#mark(tag && inner ? inner.element : 'Layout'), plain]
  }

  /** The element of a text: the one it is in, or a paragraph of its own. */
  #textElement(node: LayoutNode, parent: Parent): StructureElement {
    return parent && !isGroup(parent.tag) ? parent.element : this.#element(node, { type: 'P' }, parent)
  }

  #tagLink(node: LayoutNode, parent: Parent): LayoutNode[] {
    const tag: Tag = { type: 'Link' }
    const element = this.#structure.add(tag, this.#textElement(node, parent))
    return [
      paint(() => this.#file.beginLink(element, readText(node))),
      this.tagAll(node, { tag, element }),
      paint(() => this.#file.endLink()),
    ]
  }

  #element({ props = {} }: LayoutNode, tag: Tag, parent: Parent): StructureElement {
    const element = this.#elements.get(props) ?? this.#structure.add(tag, parent?.element)
    this.#elements.set(props, element)
    return element
  }

  #mark = (owner: StructureElement | Artifact) => paint(() => this.#structure.mark(owner))
}

const paint = (draw: () => void): LayoutNode => ({
  type: 'CANVAS',
  style: {},
  box: { top: 0, left: 0, width: 1, height: 1 },
  props: { paint: draw },
})

const sides = ['Top', 'Right', 'Bottom', 'Left']

/** Splits a node into its border and background, if it has any, and the node without them. */
function takeDecoration(node: LayoutNode): [decoration: LayoutNode | undefined, plain: LayoutNode] {
  const { box = {}, style = {} } = node
  const widths = sides.map((side) => `border${side}Width`)
  if (!style.backgroundColor && widths.every((width) => !box[width])) return [undefined, node]
  const { backgroundColor: _, ...plainStyle } = style
  const plainBox = { ...box, ...Object.fromEntries(widths.map((width) => [width, 0])) }
  return [
    { type: 'VIEW', props: {}, style, box },
    { ...node, style: plainStyle, box: plainBox },
  ]
}

const readText = ({ value = '', children = [] }: LayoutNode): string =>
  value + children.map(readText).join('')
