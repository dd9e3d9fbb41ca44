import { vi } from 'vitest'

// pdf.js warns that it cannot draw here, but these tests only read text.
const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
warnings.mockRestore()

type StructureNode = { role: string; alt?: string; lang?: string; children: StructureChild[] }
type StructureChild = StructureNode | { type: string; id: string }

/** The structure of a PDF as pdf.js reads it. */
export type PdfStructure = {
  isMarked: boolean
  title: string
  language: string
  /** The elements of each page in reading order, indented, with their text: "  H1 Savings Summary". */
  pages: string[][]
  /** Text that belongs to no element, such as page numbers. */
  artifacts: string[]
  /** Text that is neither in an element nor an artifact. */
  unmarked: string[]
}

/** Reads the structure tree of a PDF. */
export async function readStructure(pdf: Uint8Array): Promise<PdfStructure> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await task.promise
  const [artifacts, unmarked, pages]: [string[], string[], string[][]] = [[], [], []]
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const texts = new Map<string, string>()
    const open: { tag: string; id: string }[] = []
    for (const item of items) {
      if ('type' in item) {
        const { type, tag = '', id = '' } = item as { type: string; tag?: string; id?: string }
        if (type === 'endMarkedContent') open.pop()
        else open.push({ tag, id })
      } else if (item.str.trim() !== '') {
        const mark = open.at(-1)
        if (mark?.id) texts.set(mark.id, [texts.get(mark.id), item.str].filter(Boolean).join(' '))
        else (mark?.tag === 'Artifact' ? artifacts : unmarked).push(item.str)
      }
    }
    const tree = (await page.getStructTree()) as StructureNode | null
    pages.push(tree ? tree.children.flatMap((child) => describe(child, texts, 0)) : [])
  }
  const { info } = await document.getMetadata()
  const { Title = '', Language = '' } = info as { Title?: string; Language?: string }
  const markInfo = (await document.getMarkInfo()) as unknown as Map<string, boolean> | null
  await task.destroy()
  return {
    isMarked: markInfo?.get('Marked') ?? false,
    title: Title,
    language: Language,
    pages,
    artifacts,
    unmarked,
  }
}

function describe(child: StructureChild, texts: ReadonlyMap<string, string>, depth: number): string[] {
  if (!('role' in child)) return []
  const content = child.children.flatMap((each) => ('role' in each ? [] : [texts.get(each.id) ?? '']))
  const shown = [child.role, child.lang && `(${child.lang})`, child.alt && `[${child.alt}]`, ...content]
  return [
    '  '.repeat(depth) + shown.filter(Boolean).join(' '),
    ...child.children.flatMap((each) => describe(each, texts, depth + 1)),
  ]
}
