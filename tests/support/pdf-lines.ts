import { pdfTexts } from './pdf-texts.ts'

/** Extracts the lines of a PDF, page by page. Texts on the same line are joined by spaces. */
export async function pdfLines(pdf: Uint8Array): Promise<string[]> {
  return (await pdfTexts(pdf)).flatMap((texts) => {
    const lines = new Map<number, typeof texts>()
    for (const text of texts.toSorted((one, other) => one.top - other.top)) {
      const top = [...lines.keys()].find((at) => Math.abs(at - text.top) < 1) ?? text.top
      lines.set(top, [...(lines.get(top) ?? []), text])
    }
    return Array.from(lines.values(), (line) =>
      line
        .toSorted((one, other) => one.left - other.left)
        .map(({ text }) => text.trim())
        .join(' '),
    )
  })
}

/** Returns the lines between the first occurrence of `first` and the next occurrence of `next`. */
export function linesBetween(lines: readonly string[], first: string, next: string): string[] {
  const from = lines.indexOf(first)
  const to = lines.indexOf(next, from + 1)
  if (from < 0 || to < 0) throw new Error(`“${first}” and “${next}” are not among: ${lines.join('\n')}`)
  return lines.slice(from + 1, to)
}
