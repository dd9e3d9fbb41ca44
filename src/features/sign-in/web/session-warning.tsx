import { Button, Group, Modal, VisuallyHidden } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { showError } from '#platform/web/error-notice.tsx'
import { messages } from '../messages.ts'
import { goOn, onSecondsToEnd, secondsToEnd } from './activity-watch.ts'
import { spokenSeconds } from './session-clock.ts'

type Warned = {
  /** Asks the person to sign in again: the session has reached its maximum lifetime. */
  onLongest: () => void
  onLogout: () => void
}

/** Warns that the session is about to end, counts down and offers to extend it. */
export function SessionWarning({ onLongest, onLogout }: Warned) {
  const seconds = useSyncExternalStore(onSecondsToEnd, secondsToEnd)
  const { title, ends, left, spoken, goOn: yes, logout } = messages.warning
  if (seconds === undefined) return null
  const prolong = async () => {
    const outcome = await goOn()
    if (outcome === 'longest') onLongest()
    if (outcome === 'away') showError(messages.tokenFailed)
  }
  return (
    <Modal
      opened
      onClose={() => void prolong()}
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
        <Button onClick={() => void prolong()} data-autofocus>
          {yes}
        </Button>
      </Group>
    </Modal>
  )
}
