import { Combobox } from '@mantine/core'
import { type MouseEvent, memo, useDeferredValue, useEffect } from 'react'
import { messages } from '../../messages.ts'
import classes from './combo-box.module.css'
import type { ComboBoxOption } from './option-search.ts'

type OptionListProps = {
  id: string
  value: string
  shown: readonly ComboBoxOption[]
  active: number
  onChoose: (place: number) => void
}

/** More options than fit on any screen. */
const firstGlance = 40

/** The options of a combo box: the visible ones at once, up to a thousand a moment later. */
export function OptionList({ id, value, shown, active, onChoose }: OptionListProps) {
  const drawn = useDeferredValue(shown, shown.slice(0, firstGlance))
  const count = drawn.length
  useEffect(() => {
    const line = active < count ? document.getElementById(`${id}-${active}`) : null
    if (line?.parentElement) showWithin(line.parentElement, line)
  }, [id, active, count])
  const choose = ({ target }: MouseEvent) => {
    const place = (target as HTMLElement).closest<HTMLElement>('[data-place]')?.dataset.place
    if (place !== undefined) onChoose(Number(place))
  }
  return (
    <Combobox.Options id={id} aria-label={messages.choice.offered} className={classes.list} onClick={choose}>
      {drawn.map((choice, place) => (
        <ChoiceLine
          key={choice.value}
          id={`${id}-${place}`}
          place={place}
          label={choice.label}
          isHeading={choice.disabled ?? false}
          isChosen={choice.value === value}
          isActive={place === active}
        />
      ))}
    </Combobox.Options>
  )
}

/** Scrolls only the list, not the page. */
function showWithin(list: HTMLElement, { offsetTop, offsetHeight }: HTMLElement) {
  const end = offsetTop + offsetHeight
  if (offsetTop < list.scrollTop) list.scrollTop = offsetTop
  else if (end > list.scrollTop + list.clientHeight) list.scrollTop = end - list.clientHeight
}

type ChoiceLineProps = {
  id: string
  place: number
  label: string
  isHeading: boolean
  isChosen: boolean
  isActive: boolean
}

const ChoiceLine = memo(function ChoiceLine({
  id,
  place,
  label,
  isHeading,
  isChosen,
  isActive,
}: ChoiceLineProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      data-place={place}
      data-active={isActive || undefined}
      aria-selected={isChosen}
      aria-disabled={isHeading || undefined}
      className={isHeading ? classes.heading : classes.choice}
    >
      {label}
    </div>
  )
})
