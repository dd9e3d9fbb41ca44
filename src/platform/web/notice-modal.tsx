import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '../messages.ts'

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
