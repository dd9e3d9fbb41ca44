/** Widths in em of the bold font, rounded up. */
const widths: readonly [RegExp, number][] = [
  [/[ijlIfJ.,:;'|!()[\]-]/, 0.4],
  [/[0-9]/, 0.58],
  [/[mwMW@%]/, 0.97],
  [/[A-Z]/, 0.81],
  [/[ -~]/, 0.68],
  [/[\u00a0-\u00ff]/, 0.98],
]
const widest = 1.42

const widthOf = (character: string) => widths.find(([kind]) => kind.test(character))?.[1] ?? widest

/** The maximum width of a text in em. */
export const widthOfText = (text: string): number =>
  Array.from(text).reduce((width, character) => width + widthOf(character), 0)

/** Breaks words that are wider than this many em, which the layout itself never does. */
export const fitText = (text: string, ems: number): string =>
  text.replaceAll(/\S+/g, (word) => {
    let width = 0
    return Array.from(word, (character) => {
      const own = widthOf(character)
      const isFull = width + own > ems
      width = isFull ? own : width + own
      return isFull ? `\n${character}` : character
    }).join('')
  })
