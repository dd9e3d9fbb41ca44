import { ActionIcon } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { messages } from '../messages.ts'
import classes from './back-to-top.module.css'
import { scrollToTop } from './scroll-to-top.ts'

const farDown = 400

/** The go-to-top button, shown after scrolling 400 px. */
export function BackToTop({ main }: { main: RefObject<HTMLElement | null> }) {
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

/** Reads the scroll position in an animation frame, to avoid forced layout while rendering. */
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
