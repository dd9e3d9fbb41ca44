import { Checkbox, Modal } from '@mantine/core'
import { messages, staffKeys } from '#platform/shortcut-messages.ts'
import { KeyList } from '#platform/web/key-list.tsx'
import { usePageTexts } from '#platform/web/language/use-page-language.ts'
import { useIsStored } from '#platform/web/storage.ts'
import { useShortcutsEnabled } from '#platform/web/use-shortcut.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'

/** Lists the shortcuts and turns single-key shortcuts on or off. */
export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const [isWanted, want] = useShortcutsEnabled()
  const isSignedIn = useIsStored(tokenStore)
  const { title, close, keys, wanted } = usePageTexts(messages)
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': close }}
      centered
      transitionProps={{ duration: 0 }}
    >
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
