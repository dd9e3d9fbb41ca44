/** An entry in a combo box. Disabled entries are headings and separators, which cannot be chosen. */
export type ComboBoxOption = {
  value: string
  label: string
  disabled?: boolean
  /** Another term that finds the option, such as "FL" for Florida. */
  alias?: string | null
}

const most = 1000

/** Normalizes text for comparison: removes case, accents, and leading and trailing spaces. */
export const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/**
 * The options that contain the typed text, at most 1,000, in order, after the suggested ones, best first. A heading stays
 * while an option below it matches; separators show only in the unfiltered list.
 */
export function filterOptions(
  options: readonly ComboBoxOption[],
  typed: string,
  suggested: readonly string[] = [],
): readonly ComboBoxOption[] {
  const normalized = plain(typed)
  if (normalized === '') return options.slice(0, most)
  const fitting = suggested.flatMap((value) => options.find((choice) => choice.value === value) ?? [])
  let heading: ComboBoxOption | undefined
  for (const choice of options) {
    if (choice.disabled) heading = /\p{L}/u.test(choice.label) ? choice : undefined
    else if (!suggested.includes(choice.value) && fits(choice, normalized)) {
      if (heading) fitting.push(heading)
      heading = undefined
      fitting.push(choice)
    }
  }
  return fitting.slice(0, most)
}

/** The option that matches the typed text exactly, if any. */
export function findOptionByName(
  options: readonly ComboBoxOption[],
  typed: string,
): ComboBoxOption | undefined {
  const normalized = plain(typed)
  return options.find(({ disabled, label, alias }) => {
    return !disabled && (plain(label) === normalized || (alias && plain(alias) === normalized))
  })
}

/** The option that the typed text identifies: an exact match, or the only match. */
export function findUniqueOption(
  options: readonly ComboBoxOption[],
  typed: string,
  suggested?: readonly string[],
): ComboBoxOption | undefined {
  if (plain(typed) === '') return undefined
  const matches = filterOptions(options, typed, suggested).filter(({ disabled }) => !disabled)
  return findOptionByName(matches, typed) ?? (matches.length === 1 ? matches[0] : undefined)
}

/**
 * The index of the option to highlight: an exact match, otherwise the best suggestion, otherwise a prefix match, otherwise
 * the first.
 */
export function bestIndex(
  shown: readonly ComboBoxOption[],
  typed: string,
  suggested: readonly string[] = [],
): number {
  const normalized = plain(typed)
  const named = findOptionByName(shown, typed)
  if (named) return shown.indexOf(named)
  if (suggested.includes(shown[0]?.value ?? '')) return 0
  const beginning = shown.findIndex(({ disabled, label }) => !disabled && plain(label).startsWith(normalized))
  return beginning >= 0 ? beginning : nextIndex(shown, -1, 1)
}

/** The index `steps` enabled options from `place` (backward if negative); single steps wrap around. */
export function nextIndex(shown: readonly ComboBoxOption[], place: number, steps: number): number {
  const open = shown.flatMap(({ disabled }, index) => (disabled ? [] : [index]))
  if (open.length === 0) return -1
  const at = open.indexOf(place)
  if (at < 0) return (steps > 0 ? open[0] : open.at(-1)) ?? -1
  const next = at + steps
  const round = Math.abs(steps) === 1 ? (next + open.length) % open.length : next
  return open[Math.min(Math.max(round, 0), open.length - 1)] ?? -1
}

function fits({ label, alias }: ComboBoxOption, normalized: string): boolean {
  return plain(label).includes(normalized) || (alias ? plain(alias).startsWith(normalized) : false)
}
