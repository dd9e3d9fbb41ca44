import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '../messages.ts'

type Question = {
  opened: boolean
  title: string
  children: ReactNode
  /** The confirm label; "Yes" by default. */
  yes?: string
  /** The decline label; "No" by default. */
  no?: string
  /** Whether to guard against accidental confirmation by giving the focus to No. */
  isRisky?: boolean
  onYes: () => void
  /** Also called for Escape, the close icon and a click outside. */
  onNo: () => void
}

/** A yes-or-no dialog; closing it in any way means no. */
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

type Notice = { opened: boolean; title: string; children: ReactNode; onClose: () => void }

/** A notice to acknowledge with OK. */
export function NoticeModal({ opened, title, children, onClose }: Notice) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      <Text component="div">{children}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {messages.ok}
        </Button>
      </Group>
    </Modal>
  )
}
