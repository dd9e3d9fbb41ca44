import { Checkbox, Modal } from '@mantine/core'
import { useShortcutsEnabled } from '#platform/web/use-shortcut.ts'
import { messages } from '../messages.ts'
import classes from './shortcut-dialog.module.css'

/** Lists the shortcuts and turns single-key shortcuts on or off. */
export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const [isWanted, want] = useShortcutsEnabled()
  const { title, keys, wanted } = messages.shortcuts
  return (
    <Modal opened onClose={onClose} title={title} centered transitionProps={{ duration: 0 }}>
      <dl className={classes.sheet}>
        {keys.map(([pressed, action]) => (
          <div key={action}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        mt="md"
        label={wanted}
        checked={isWanted}
        onChange={(event) => want(event.currentTarget.checked)}
      />
    </Modal>
  )
}
