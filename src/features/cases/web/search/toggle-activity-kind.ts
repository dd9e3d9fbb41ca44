import type { ActivityKind } from '../../contract.ts'

/** Toggles a kind. "All" and the specific kinds exclude each other. */
export function toggleActivityKind(
  chosen: readonly ActivityKind[],
  kind: ActivityKind,
  isTicked: boolean,
): ActivityKind[] {
  if (!isTicked) return chosen.filter((each) => each !== kind)
  return kind === 'ALL' ? ['ALL'] : [...chosen.filter((each) => each !== 'ALL' && each !== kind), kind]
}
