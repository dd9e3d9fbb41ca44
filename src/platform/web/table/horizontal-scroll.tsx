import { IconArrowsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { messages } from '../../messages.ts'
import classes from './horizontal-scroll.module.css'

type More = 'none' | 'start' | 'end' | 'both'

type HorizontalScrollProps = { header: ReactNode; tools: ReactNode; children: ReactNode }

/**
 * Scrolls a wide table horizontally with a sticky header and shows on which side there is more. A table that
 * fits is left unchanged.
 */
export function HorizontalScroll({ header, tools, children }: HorizontalScrollProps) {
  const pane = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState<More>('none')
  const [isLong, setLong] = useState(false)
  useLayoutEffect(() => {
    const element = pane.current
    if (!element) return
    const updateMore = () => {
      setMore(hiddenSides(element))
      setLong(element.scrollHeight > element.clientHeight + 1)
    }
    const observer = new ResizeObserver(updateMore)
    for (const each of [element, ...element.children]) observer.observe(each)
    element.addEventListener('scroll', updateMore, { passive: true })
    updateMore()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', updateMore)
    }
  }, [])
  return (
    <div className={classes.sideways} data-more={more}>
      {(header || tools || more !== 'none') && (
        <div className={classes.line}>
          {header}
          {more !== 'none' && (
            <p className={classes.hint}>
              <IconArrowsHorizontal size={18} stroke={1.75} aria-hidden />
              {isLong ? messages.sidewaysAndDown : messages.sideways}
            </p>
          )}
          {tools && <div className={classes.tools}>{tools}</div>}
        </div>
      )}
      <div ref={pane} className={classes.pane} data-pane>
        {children}
      </div>
    </div>
  )
}

function hiddenSides({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): More {
  const beyond = scrollWidth - clientWidth
  if (beyond <= 1) return 'none'
  if (scrollLeft <= 1) return 'end'
  return scrollLeft >= beyond - 1 ? 'start' : 'both'
}
