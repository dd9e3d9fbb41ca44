/** A part of a text, and whether it matches a search. */
export type TextPart = { text: string; isMatch: boolean }

/** Splits a text at the boundaries of the matches; adjacent and overlapping ones form one part. */
export function splitAtMatches(
  text: string,
  matches: readonly (readonly [start: number, end: number])[],
): TextPart[] {
  const flags = Array<boolean>(text.length).fill(false)
  for (const [start, end] of matches) flags.fill(true, start, end)
  return flags.reduce<TextPart[]>((parts, isMatch, at) => {
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += text[at]
    else parts.push({ text: text[at] ?? '', isMatch })
    return parts
  }, [])
}

/** A text with its matches highlighted. */
export function MarkedText({ parts }: { parts: readonly TextPart[] }) {
  let at = 0
  return parts.map(({ text, isMatch }) => {
    at += text.length
    return isMatch ? <mark key={at}>{text}</mark> : text
  })
}
