/** How deep the lists and objects of an operator's file may be nested. */
export const deepest = 50

/** Whether lists and objects are nested deeper than that: what reads them one within the other would run out of room. */
export function isNestedDeeper(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= deepest; depth += 1) level = level.flatMap(partsOf)
  return level.length > 0
}

const partsOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []
