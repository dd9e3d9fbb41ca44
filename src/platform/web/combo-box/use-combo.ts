import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { bestPlace, type Choice, choiceNamed, choicesFor, nextPlace } from './choices.ts'

/**
 * What the reader is doing: `typed` is undefined until something is typed, `walked` until arrows are used. What is
 * typed and no longer open waits for the choices; `taken` with Enter, it is the one that fits best.
 */
type Doing = { opened: boolean; typed: string | undefined; walked: number | undefined; taken: boolean }

const closed: Doing = { opened: false, typed: undefined, walked: undefined, taken: false }
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }

type Choosing = {
  choices: readonly Choice[]
  value: string
  loading: boolean
  onChange: (value: string) => void
}

export type Combo = ReturnType<typeof useCombo>

/** How a combo box behaves: open, type to filter, arrows, choose, and what counts when it is left. */
export function useCombo({ choices, value, loading, onChange }: Choosing) {
  const [doing, setDoing] = useState(closed)
  const { opened, typed, walked, taken } = doing
  const shown = useMemo(() => choicesFor(choices, typed ?? ''), [choices, typed])
  const active = walked ?? placeOffered(shown, typed, value)

  const open = () => {
    if (!opened) setDoing({ ...closed, opened: true })
  }
  const close = () => setDoing(closed)
  const type = (text: string) => setDoing({ ...closed, opened: true, typed: text })
  const choose = (place: number) => {
    const choice = shown[place]
    if (!choice || choice.disabled) return
    close()
    if (choice.value !== value) onChange(choice.value)
  }
  const leave = () => {
    if (loading && typed) return setDoing({ ...closed, typed, taken })
    close()
    const left = leftWith(choices, typed, value)
    if (left !== value) onChange(left)
  }
  useOnceLoaded(loading, () => {
    if (taken && active >= 0) choose(active)
    else if (!opened && typed !== undefined) leave()
  })
  const press = keysOf({ doing, setDoing, shown, active, loading, choose, close })
  return { opened, typed, active, shown, open, close, type, choose, leave, press }
}

/** Leaving it emptied clears it, leaving it with the name of a choice chooses that; else the last choice stays. */
function leftWith(choices: readonly Choice[], typed: string | undefined, value: string): string {
  if (typed === undefined) return value
  return typed.trim() === '' ? '' : (choiceNamed(choices, typed)?.value ?? value)
}

function useOnceLoaded(loading: boolean, settle: () => void) {
  const onLoaded = useEffectEvent(settle)
  useEffect(() => {
    if (!loading) onLoaded()
  }, [loading])
}

type Keys = Pick<Combo, 'active' | 'choose' | 'close' | 'shown'> & {
  loading: boolean
  doing: Doing
  setDoing: (doing: Doing) => void
}

/** Arrows open and walk, Enter chooses, now or once there are choices, Escape closes. */
function keysOf({ doing, setDoing, shown, active, loading, choose, close }: Keys) {
  return (event: KeyboardEvent) => {
    const { opened, typed } = doing
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (opened) setDoing({ ...doing, walked: nextPlace(shown, active, step) })
      else setDoing({ ...closed, opened: true, walked: active >= 0 ? active : nextPlace(shown, -1, step) })
    } else if (event.key === 'Enter' && opened && (active >= 0 || typed)) {
      event.preventDefault()
      if (loading) setDoing({ ...doing, taken: true })
      else choose(active)
    } else if (event.key === 'Escape' && opened) {
      event.stopPropagation()
      close()
    }
  }
}

/** The place that Enter would choose before any arrow: what fits best, or what is chosen already. */
function placeOffered(shown: readonly Choice[], typed: string | undefined, value: string): number {
  if (typed) return bestPlace(shown, typed)
  return typed === undefined ? shown.findIndex((each) => each.value === value) : -1
}
