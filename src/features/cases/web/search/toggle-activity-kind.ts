import type { ActivityKind } from '../../contract.ts'

/** Selects or clears a kind. "All" and the specific kinds exclude each other. */
export function toggleActivityKind(
  chosen: readonly ActivityKind[],
  kind: ActivityKind,
  isChecked: boolean,
): ActivityKind[] {
  if (!isChecked) return chosen.filter((each) => each !== kind)
  return kind === 'ALL' ? ['ALL'] : [...chosen.filter((each) => each !== 'ALL' && each !== kind), kind]
}
