import { Button, Group, Modal, VisuallyHidden } from '@mantine/core'
import { useSelector } from '@tanstack/react-store'
import { showError } from '#platform/web/error-notice.tsx'
import { messages } from '../messages.ts'
import { sessionStore } from './session-store.ts'
import { extendSession, spokenSeconds } from './session-timer.ts'

type SessionWarningProps = {
  /** Asks the person to sign in again: the session has reached its maximum lifetime. */
  onMaxLifetime: () => void
  onLogout: () => void
}

/** Warns that the session is about to end, counts down and offers to extend it. */
export function SessionWarning({ onMaxLifetime, onLogout }: SessionWarningProps) {
  const seconds = useSelector(sessionStore, ({ secondsLeft }) => secondsLeft)
  const { title, ends, left, spoken, stay: yes, logout } = messages.warning
  if (seconds === undefined) return null
  const extend = async () => {
    const outcome = await extendSession()
    if (outcome === 'max_lifetime') onMaxLifetime()
    if (outcome === 'away') showError(messages.tokenFailed)
  }
  return (
    <Modal
      opened
      onClose={() => void extend()}
      title={title}
      centered
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
    >
      <p>{ends}</p>
      <p aria-hidden>{left(seconds)}</p>
      <VisuallyHidden role="status">{spoken(spokenSeconds(seconds))}</VisuallyHidden>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onLogout}>
          {logout}
        </Button>
        <Button onClick={() => void extend()} data-autofocus>
          {yes}
        </Button>
      </Group>
    </Modal>
  )
}
