import { useId } from 'react'
import { messages } from '../../messages.ts'
import type { View } from './use-view.ts'
import classes from './view-toggle.module.css'

const choices: { value: View; label: string }[] = [
  { value: 'list', label: messages.listView },
  { value: 'map', label: messages.mapView },
]

/** Switches between list and map. */
export function ViewToggle({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={messages.view} className={classes.views}>
      {choices.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={name} checked={view === value} onChange={() => onChoose(value)} />
          {label}
        </label>
      ))}
    </div>
  )
}
