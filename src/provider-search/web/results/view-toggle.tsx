import { SegmentedControl } from '@mantine/core'
import { messages } from '../../messages.ts'
import classes from './results.module.css'
import type { View } from './use-view.ts'

const choices: { value: View; label: string }[] = [
  { value: 'list', label: messages.listView },
  { value: 'map', label: messages.mapView },
]

/** List or map. */
export function ViewToggle({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  return (
    <SegmentedControl<View>
      className={classes.views}
      aria-label={messages.view}
      value={view}
      data={choices}
      onChange={onChoose}
    />
  )
}
