import { Checkbox, Modal } from '@mantine/core'
import { KeyList } from '#platform/web/key-list.tsx'
import { useIsStored } from '#platform/web/storage.ts'
import { useShortcutsEnabled } from '#platform/web/use-shortcut.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { messages } from './shortcut-messages.ts'

/** Lists the shortcuts and turns single-key shortcuts on or off. */
export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const [isWanted, want] = useShortcutsEnabled()
  const isSignedIn = useIsStored(tokenStore)
  const { title, keys, staffKeys, wanted } = messages
  return (
    <Modal opened onClose={onClose} title={title} centered transitionProps={{ duration: 0 }}>
      <KeyList keys={isSignedIn ? [...staffKeys, ...keys.slice(1)] : keys} />
      <Checkbox
        mt="md"
        label={wanted}
        checked={isWanted}
        onChange={(event) => want(event.currentTarget.checked)}
      />
    </Modal>
  )
}
