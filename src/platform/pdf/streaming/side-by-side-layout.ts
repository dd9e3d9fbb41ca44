import type { PageWriter } from './page-writer.ts'

const columnGap = 26
const narrowest = 200

/**
 * Places items of one height side by side, as many per row as fit, and draws each at its position: all on one
 * page, unless that would leave half a page empty.
 */
export function drawSideBySide<Thing>(
  writer: PageWriter,
  { things, height }: { things: readonly Thing[]; height: number },
  draw: (thing: Thing, place: { x: number; width: number }) => void,
) {
  const inRow = Math.min(things.length, Math.floor((writer.width + columnGap) / (narrowest + columnGap)))
  const width = (writer.width - columnGap * (inRow - 1)) / inRow
  const all = Math.ceil(things.length / inRow) * height
  for (const [at, thing] of things.entries()) {
    const place = at % inRow
    if (place === 0) writer.need(at === 0 ? Math.min(all, writer.bottom / 2) : height)
    const top = writer.y
    draw(thing, { x: writer.left + place * (width + columnGap), width })
    const isLast = place === inRow - 1 || at === things.length - 1
    writer.y = isLast ? top + height : top
  }
}
