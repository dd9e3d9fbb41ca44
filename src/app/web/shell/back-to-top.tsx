import { ActionIcon } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { messages } from '../messages.ts'
import classes from './back-to-top.module.css'
import { scrollToTop } from './scroll-to-top.ts'

const farDown = 400

/** The way back up, offered once 400 px have been scrolled. */
export function GoToTop({ main }: { main: RefObject<HTMLElement | null> }) {
  if (!useIsFarDown()) return null
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

/** Where the page stands is asked with a frame, never while drawing: then it would have to be laid out at once. */
function useIsFarDown() {
  const [isFarDown, setFarDown] = useState(false)
  useEffect(() => {
    const look = () => setFarDown(scrollY > farDown)
    const frame = requestAnimationFrame(look)
    addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', look)
    }
  }, [])
  return isFarDown
}
