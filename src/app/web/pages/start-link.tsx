import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { messages } from '../messages.ts'

/** The way on from a page that has nothing more to offer; the main one unless there is a better one. */
export function StartLink({ isSecond = false }: { isSecond?: boolean }) {
  return (
    <Button variant={isSecond ? 'default' : 'filled'} renderRoot={(root) => <Link to="/" {...root} />}>
      {messages.toStart}
    </Button>
  )
}
