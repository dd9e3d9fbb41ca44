import type { ActivityKind } from '../../contract.ts'

/** The chosen kinds after one was ticked or cleared: "All" and the others exclude each other. */
export function kindsAfter(
  chosen: readonly ActivityKind[],
  kind: ActivityKind,
  isTicked: boolean,
): ActivityKind[] {
  if (!isTicked) return chosen.filter((each) => each !== kind)
  return kind === 'ALL' ? ['ALL'] : [...chosen.filter((each) => each !== 'ALL' && each !== kind), kind]
}
