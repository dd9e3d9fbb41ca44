import { IconSearch } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { showError } from '#platform/web/error-notice.tsx'
import { useCombination } from '#platform/web/page/use-combination.ts'
import { useShortcut } from '#platform/web/use-shortcut.ts'
import classes from './find-box.module.css'
import { messages as staff } from './staff-messages.ts'

type Launcher = ComponentType<{ takeTyped: () => string; onClose: () => void; onLeave: () => void }>

const load = () => import('./find-launcher.tsx')

declare global {
  interface WindowEventMap {
    /** Opens the palette with a text. Pages dispatch it, because importing this file would add a chunk. */
    'open-find-box': CustomEvent<string>
  }
}

/**
 * Opens the palette by click, "/" on staff pages, and Ctrl or Cmd with K. Its code loads two seconds after the page.
 */
export function FindBox() {
  const [Palette, setPalette] = useState<Launcher>()
  const button = useRef<HTMLButtonElement>(null)
  const cameFrom = useRef<Element>(null)
  const isOnStaffPage = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isForStaff),
  })
  usePreload()
  const early = useEarlyKeys()
  const open = (text = '') => {
    if (Palette) return
    cameFrom.current = document.activeElement
    early.collect(text)
    void load().then(
      ({ FindLauncher }) => setPalette(() => FindLauncher),
      () => {
        early.take()
        showError(staff.findFailed)
      },
    )
  }
  const leave = () => setPalette(undefined)
  const close = () => {
    leave()
    const before = cameFrom.current
    const target = before instanceof HTMLElement && before !== document.body ? before : button.current
    target?.focus({ preventScroll: true })
  }
  useShortcut('/', () => isOnStaffPage && open())
  useCombination('Control', 'k', open, ({ defaultPrevented }) => !defaultPrevented)
  useOpener(open)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.box}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => open()}
        data-noprint
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span>{staff.find}</span>
        <kbd aria-hidden>/</kbd>
      </button>
      {Palette && <Palette takeTyped={early.take} onClose={close} onLeave={leave} />}
    </>
  )
}

const preloadDelayMs = 2000

/** Loads the palette two seconds after the page, so that it opens at once. */
function usePreload() {
  useEffect(() => {
    const start = () => void load().catch(() => {})
    const timer = setTimeout(start, preloadDelayMs)
    return () => clearTimeout(timer)
  }, [])
}

/** Collects the text that is typed before the palette has the focus, so that no letter is lost. */
function useEarlyKeys() {
  const typed = useRef<string>(undefined)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey } = event
      if (typed.current === undefined || altKey || ctrlKey || metaKey) return
      if (key.length === 1) typed.current += key
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
  const [handlers] = useState(() => ({
    collect: (text: string) => {
      typed.current = text
    },
    /** Ends the collection and returns the text. */
    take: () => {
      const text = typed.current ?? ''
      typed.current = undefined
      return text
    },
  }))
  return handlers
}

function useOpener(open: (text: string) => void) {
  const run = useEffectEvent(({ detail }: CustomEvent<string>) => open(detail))
  useEffect(() => {
    addEventListener('open-find-box', run)
    return () => removeEventListener('open-find-box', run)
  }, [])
}
