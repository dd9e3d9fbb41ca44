/** The maximum nesting depth of an operator's file. */
export const deepest = 50

/**
 * Whether lists and objects exceed the maximum depth, which would overflow the stack of recursive readers.
 */
export function isNestedDeeper(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= deepest; depth += 1) level = level.flatMap(childrenOf)
  return level.length > 0
}

const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []
