import { type HistoryState, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { createRandomId } from './api-client.ts'
import { focusOrMain } from './content-states.tsx'

/**
 * Moves the focus when the component goes: to this element or, if the page no longer has it, to the main content. For
 * dialogs that exist only while they are open.
 */
export function useReturnFocus(find: () => HTMLElement | null) {
  const move = useEffectEvent(() => focusOrMain(find()))
  useEffect(() => () => move(), [])
}

/** Whether an element is in the dialog that was opened last, or no dialog is open. Null is in no dialog. */
export function isOnTop(element: Element | null): boolean {
  const top = [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
  return top === undefined || top.contains(element)
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Identifies what is open over the page. */
    overlayId?: string | undefined
  }
}

type OverlayEntryOptions = {
  /** Called when the entry of what is open is no longer the current one. */
  onLeave: (isSamePage: boolean) => void
  /** Whether the page is about to open again what a new or reloaded page finds at an entry. Otherwise, it is left. */
  isAwaited?: (state: HistoryState) => boolean
}

/**
 * Gives what is open over a page, such as a dialog, an entry in the history, so that Back closes it, and closing it goes
 * back. Returns the `current` id, `open`, which returns the id of the entry and adds it unless it is current, and `close`.
 */
export function useOverlayEntry({ onLeave, isAwaited = () => false }: OverlayEntryOptions) {
  const router = useRouter()
  const [current, setCurrent] = useState<string>()
  const latest = useRef<string>(undefined)
  const known = useRef<string>(undefined)
  const isClosing = useRef(false)
  const isWaiting = useRef(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const { open, close, addEntry } = useMemo(() => {
    const { history } = router
    const isOpen = () => known.current !== undefined && history.location.state.overlayId === known.current
    const addEntry = (overlayId: string | undefined) => {
      const { href, state } = history.location
      const stay = { resetScroll: false, hashScrollIntoView: false, ignoreBlocker: true }
      // A response that arrives after the page has gone must not add to the history of the next one.
      if (!isGone.current) void router.navigate({ href, state: { ...state, overlayId }, ...stay })
    }
    return {
      addEntry,
      open: (): string => {
        if (known.current !== undefined && isOpen() && !isClosing.current) return known.current
        const id = createRandomId()
        known.current = id
        if (isClosing.current) isWaiting.current = true
        else addEntry(id)
        return id
      },
      // Going back takes a moment. A second call must not leave the page, and what opens meanwhile waits.
      close: () => {
        if (isClosing.current || !isOpen()) return
        isClosing.current = true
        history.back({ ignoreBlocker: true })
      },
    }
  }, [router])
  useHistoryEntry((state, isSamePage) => {
    const { overlayId: id } = state
    const isLeft = latest.current !== undefined && latest.current === known.current && id !== latest.current
    isClosing.current = false
    latest.current = id
    setCurrent(id)
    if (id !== undefined && id !== known.current) {
      // An entry from before a reload or from another page.
      known.current = id
      if (!isAwaited(state)) close()
    }
    if (isLeft) onLeave(isSamePage)
    if (!isWaiting.current) return
    isWaiting.current = false
    addEntry(known.current)
  })
  return { current, open, close }
}

/** Calls the function for the current entry of the history, and for each one that becomes current. */
function useHistoryEntry(follow: (state: HistoryState, isSamePage: boolean) => void) {
  const { history } = useRouter()
  const onEntry = useEffectEvent(follow)
  useEffect(() => {
    let { href } = history.location
    onEntry(history.location.state, true)
    return history.subscribe(({ location }) => {
      const isSamePage = location.href === href
      href = location.href
      onEntry(location.state, isSamePage)
    })
  }, [history])
}
