import { useEffect, useState } from 'react'

/** The longest time from the end of a press to its click, which touchscreens send in a later task. */
const clickDelayMs = 300

/** The ends of a press. Only the menu of the browser sees the end of a right click. */
const ends = ['pointerup', 'pointercancel', 'contextmenu', 'blur']

/**
 * Returns the latest value as `shown` or, from a press until its click, the one of before, so that nothing moves under
 * the pointer. `hold` is for `onPointerDown`; `release` shows the latest value at once.
 */
export function useHeld<Value>(latest: Value) {
  const [held, setHeld] = useState<{ value: Value }>()
  const isHeld = held !== undefined
  useEffect(() => {
    if (!isHeld) return
    const listening = new AbortController()
    const { signal } = listening
    let timer: ReturnType<typeof setTimeout> | undefined
    const release = () => setHeld(undefined)
    const stopTimer = () => clearTimeout(timer)
    const releaseLater = () => {
      stopTimer()
      timer = setTimeout(release, clickDelayMs)
    }
    for (const end of ends) addEventListener(end, releaseLater, { signal })
    addEventListener('pointerdown', stopTimer, { signal })
    addEventListener('click', release, { signal })
    return () => {
      stopTimer()
      listening.abort()
    }
  }, [isHeld])
  return {
    shown: held ? held.value : latest,
    hold: () => setHeld((before) => before ?? { value: latest }),
    release: () => setHeld(undefined),
  }
}
