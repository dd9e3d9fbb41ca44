import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '../messages.ts'

type Question = {
  opened: boolean
  title: string
  children: ReactNode
  /** The word on the button that agrees; "Yes" unless told. */
  yes?: string
  /** The word on the button that declines; "No" unless told. */
  no?: string
  /** Whether Yes should not be pressed by accident: No has the focus then. */
  isRisky?: boolean
  onYes: () => void
  /** Also what Escape, the close icon and a click beside the question mean. */
  onNo: () => void
}

/** A question that waits for yes or no; closing it in any way means no. */
export function ConfirmModal({ opened, title, children, yes, no, isRisky = false, onYes, onNo }: Question) {
  return (
    <Modal opened={opened} onClose={onNo} title={title} centered>
      <Text component="div">{children}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onNo} data-autofocus={isRisky || undefined}>
          {no ?? messages.no}
        </Button>
        <Button onClick={onYes} data-autofocus={!isRisky || undefined}>
          {yes ?? messages.yes}
        </Button>
      </Group>
    </Modal>
  )
}
