/** One entry of a combo box. Disabled ones are headings and separators: they stand in the list, nobody chooses them. */
export type Choice = {
  value: string
  label: string
  disabled?: boolean
  /** Another word that finds it: "FL" for Florida. */
  alias?: string | null
}

const most = 1000

/** Text as people compare it: without case, accents and outer spaces. */
export const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/**
 * The choices that contain what was typed, at most 1,000, in their order. A heading stays while something
 * under it does; a separator only parts the whole list.
 */
export function choicesFor(choices: readonly Choice[], typed: string): readonly Choice[] {
  const wanted = plain(typed)
  if (wanted === '') return choices.slice(0, most)
  const fitting: Choice[] = []
  let heading: Choice | undefined
  for (const choice of choices) {
    if (choice.disabled) heading = /\p{L}/u.test(choice.label) ? choice : undefined
    else if (fits(choice, wanted)) {
      if (heading) fitting.push(heading)
      heading = undefined
      fitting.push(choice)
    }
  }
  return fitting.slice(0, most)
}

/** The choice that is exactly what was typed, if one is. */
export function choiceNamed(choices: readonly Choice[], typed: string): Choice | undefined {
  const wanted = plain(typed)
  return choices.find(({ disabled, label, alias }) => {
    return !disabled && (plain(label) === wanted || (alias && plain(alias) === wanted))
  })
}

/** The choice that typed text means without doubt: the one named exactly so, or the only one that matches. */
export function choiceMeant(choices: readonly Choice[], typed: string): Choice | undefined {
  if (plain(typed) === '') return undefined
  const matches = choicesFor(choices, typed).filter(({ disabled }) => !disabled)
  return choiceNamed(matches, typed) ?? (matches.length === 1 ? matches[0] : undefined)
}

/** The place of the choice to offer first: the one named so, else one that begins so, else the first. */
export function bestPlace(shown: readonly Choice[], typed: string): number {
  const wanted = plain(typed)
  const named = choiceNamed(shown, typed)
  if (named) return shown.indexOf(named)
  const beginning = shown.findIndex(({ disabled, label }) => !disabled && plain(label).startsWith(wanted))
  return beginning >= 0 ? beginning : nextPlace(shown, -1, 1)
}

/** The place `steps` enabled choices on (back, if negative) from `place`, going round at the ends for single steps. */
export function nextPlace(shown: readonly Choice[], place: number, steps: number): number {
  const open = shown.flatMap(({ disabled }, index) => (disabled ? [] : [index]))
  if (open.length === 0) return -1
  const at = open.indexOf(place)
  if (at < 0) return (steps > 0 ? open[0] : open.at(-1)) ?? -1
  const next = at + steps
  const round = Math.abs(steps) === 1 ? (next + open.length) % open.length : next
  return open[Math.min(Math.max(round, 0), open.length - 1)] ?? -1
}

function fits({ label, alias }: Choice, wanted: string): boolean {
  return plain(label).includes(wanted) || (alias ? plain(alias).startsWith(wanted) : false)
}
