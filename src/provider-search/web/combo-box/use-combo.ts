import { type KeyboardEvent, useMemo, useState } from 'react'
import { bestPlace, type Choice, choiceNamed, choicesFor, nextPlace } from './choices.ts'

/** What the reader is doing: `typed` is undefined until something is typed, `active` the place under the arrows. */
type Doing = { opened: boolean; typed: string | undefined; active: number }

const closed: Doing = { opened: false, typed: undefined, active: -1 }
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }

type Combo = {
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
}

/** How a combo box behaves: open, type to filter, arrows, choose, and what counts when it is left. */
export function useCombo({ choices, value, onChange }: Combo) {
  const [doing, setDoing] = useState(closed)
  const { opened, typed, active } = doing
  const shown = useMemo(() => choicesFor(choices, typed ?? ''), [choices, typed])

  const open = () => {
    if (!opened)
      setDoing({ ...closed, opened: true, active: choices.findIndex((each) => each.value === value) })
  }
  const close = () => setDoing(closed)
  const type = (text: string) => {
    setDoing({ opened: true, typed: text, active: text ? bestPlace(choicesFor(choices, text), text) : -1 })
  }
  const choose = (place: number) => {
    const choice = shown[place]
    if (!choice || choice.disabled) return
    close()
    if (choice.value !== value) onChange(choice.value)
  }
  /** Leaving it emptied clears it, leaving it with the name of a choice chooses that; else the last choice stays. */
  const leave = () => {
    close()
    if (typed === undefined) return
    const left = typed.trim() === '' ? '' : (choiceNamed(choices, typed)?.value ?? value)
    if (left !== value) onChange(left)
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (opened) setDoing({ ...doing, active: nextPlace(shown, active, step) })
      else setDoing({ ...closed, opened: true, active: placeToStart(choices, value, step) })
    } else if (event.key === 'Enter' && opened && active >= 0) {
      event.preventDefault()
      choose(active)
    } else if (event.key === 'Escape' && opened) {
      event.stopPropagation()
      close()
    }
  }
  return { opened, typed, active, shown, open, close, type, choose, leave, press }
}

function placeToStart(choices: readonly Choice[], value: string, step: number) {
  const chosen = choices.findIndex((each) => each.value === value)
  return chosen >= 0 ? chosen : nextPlace(choices, -1, step)
}
