import { ActionIcon } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { type RefObject, useSyncExternalStore } from 'react'
import { messages } from '../messages.ts'
import classes from './go-to-top.module.css'
import { scrollToTop } from './scroll-to-top.ts'

const farDown = 400

/** The way back up, offered once 400 px have been scrolled. */
export function GoToTop({ main }: { main: RefObject<HTMLElement | null> }) {
  const offered = useSyncExternalStore(listen, () => scrollY > farDown)
  if (!offered) return null
  const rise = () => {
    main.current?.focus({ preventScroll: true })
    scrollToTop()
  }
  return (
    <div className={classes.place}>
      <ActionIcon
        size={44}
        radius="xl"
        variant="default"
        onClick={rise}
        aria-label={messages.toTop}
        title={messages.toTop}
      >
        <IconArrowUp size={22} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}

function listen(listener: () => void) {
  addEventListener('scroll', listener, { passive: true })
  return () => removeEventListener('scroll', listener)
}
