import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { messages } from '../messages.ts'

/** A link to the start page; a primary button unless there is a better action. */
export function StartLink({ isSecond = false }: { isSecond?: boolean }) {
  return (
    <Button variant={isSecond ? 'default' : 'filled'} renderRoot={(root) => <Link to="/" {...root} />}>
      {messages.toStart}
    </Button>
  )
}
