import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useState } from 'react'
import {
  bestIndex,
  type ComboBoxOption,
  filterOptions,
  findOptionByName,
  findUniqueOption,
  nextIndex,
} from './option-search.ts'

/**
 * The state of the input: `typed` is undefined until text is typed; `moved`, the value of the highlighted option, until
 * an arrow key is used. Typed text stays after the list closes if it matches no option, or while options or suggestions
 * load. `taken` then means that Enter or Tab was pressed, so the best match is chosen once they have loaded.
 */
type Doing = { opened: boolean; typed: string | undefined; moved: string | undefined; taken: boolean }

const closed: Doing = { opened: false, typed: undefined, moved: undefined, taken: false }
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }

/** Suggestions for a typed text that need not contain it, best first, by the values of their options. */
export type Suggestions = {
  suggested?: readonly string[] | undefined
  /** Whether the suggestions for the last letter are still on their way. */
  pending?: boolean
  onType?: (text: string) => void
}

type Choosing = Suggestions & {
  options: readonly ComboBoxOption[]
  value: string
  loading: boolean
  onChange: (value: string) => void
  resetKey: unknown
}

export type ComboBoxState = ReturnType<typeof useComboBox>

/** The behavior of a combo box: opening, filtering, arrow keys, choosing, and leaving the field. */
export function useComboBox(choosing: Choosing) {
  const { options, value, loading, onChange, resetKey, suggested, pending, onType } = choosing
  const [doing, setDoing] = useDoing(value, resetKey)
  const { opened, typed, moved, taken } = doing
  const shown = useMemo(() => filterOptions(options, typed ?? '', suggested), [options, typed, suggested])
  const movedTo = shown.findIndex((each) => each.value === moved)
  const active = movedTo < 0 ? placeOffered(shown, typed, value, suggested) : movedTo
  const isWaiting = loading || Boolean(pending && typed && movedTo < 0 && !findOptionByName(options, typed))

  const open = () => {
    if (!opened) setDoing({ ...closed, opened: true, typed })
  }
  const close = () => setDoing(closed)
  const type = (text: string) => {
    setDoing({ ...closed, opened: true, typed: text })
    onType?.(text)
  }
  const choose = (place: number) => {
    const choice = shown[place]
    if (!choice || choice.disabled) return
    close()
    if (choice.value !== value) onChange(choice.value)
  }
  const leave = () => {
    if (typed === undefined) return close()
    if (isWaiting && typed) {
      setDoing({ ...closed, typed, taken })
      // Clears the value until the options load, so that no search runs with the previous one.
      if (value !== '') onChange('')
      return
    }
    const meant = findUniqueOption(options, typed, suggested)?.value ?? ''
    if (meant !== '' || typed.trim() === '') close()
    else if (opened || taken) setDoing({ ...closed, typed })
    if (meant !== value) onChange(meant)
  }
  useOnceLoaded(isWaiting, options, () => {
    if (taken && active >= 0) choose(active)
    else if (!opened && typed !== undefined) leave()
  })
  const onKeyDown = createKeyHandlers({ doing, setDoing, shown, active, isWaiting, choose, close })
  const unmatched = opened || isWaiting ? undefined : typed
  return { opened, typed, unmatched, isWaiting, active, shown, open, close, type, choose, leave, onKeyDown }
}

/**
 * The input state. While the list is closed, it is reset when the form is reset or the value changes to a
 * nonempty one; clearing the value keeps the typed text.
 */
function useDoing(value: string, resetKey: unknown) {
  const [doing, setDoing] = useState(closed)
  const [seen, setSeen] = useState({ value, resetKey })
  if (seen.value !== value || seen.resetKey !== resetKey) {
    setSeen({ value, resetKey })
    if (!doing.opened && (value !== '' || seen.resetKey !== resetKey)) setDoing(closed)
  }
  return [doing, setDoing] as const
}

function useOnceLoaded(loading: boolean, choices: readonly ComboBoxOption[], settle: () => void) {
  const onLoaded = useEffectEvent((_loaded: readonly ComboBoxOption[]) => settle())
  useEffect(() => {
    if (!loading) onLoaded(choices)
  }, [loading, choices])
}

type Keys = Pick<ComboBoxState, 'active' | 'choose' | 'close' | 'shown'> & {
  isWaiting: boolean
  doing: Doing
  setDoing: (doing: Doing) => void
}

/**
 * Handles keys: arrow keys open the list and move in it; Enter chooses, and so does Tab after typing or
 * moving; Escape closes the list.
 */
function createKeyHandlers({ doing, setDoing, shown, active, isWaiting, choose, close }: Keys) {
  const take = () => (isWaiting ? setDoing({ ...doing, taken: true }) : choose(active))
  return (event: KeyboardEvent) => {
    const { opened, typed, moved } = doing
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const place = !opened && active >= 0 ? active : nextIndex(shown, active, step)
      setDoing({ ...closed, opened: true, typed, moved: shown[place]?.value })
    } else if (event.key === 'Enter' && opened && (active >= 0 || typed)) {
      event.preventDefault()
      take()
    } else if (event.key === 'Tab' && opened && (typed?.trim() || moved !== undefined)) {
      take()
    } else if (event.key === 'Escape' && opened) {
      event.stopPropagation()
      close()
    }
  }
}

/** The index that Enter chooses before any arrow key is used: the best match, or the current value. */
function placeOffered(
  shown: readonly ComboBoxOption[],
  typed: string | undefined,
  value: string,
  suggested?: readonly string[],
): number {
  if (typed) return bestIndex(shown, typed, suggested)
  return typed === undefined ? shown.findIndex((each) => each.value === value) : -1
}
