const duration = 800

/** The scroll position `elapsed` ms after starting at `start` px, eased in and out. */
export function heightAfter(elapsed: number, start: number): number {
  const part = Math.min(Math.max(elapsed / duration, 0), 1)
  const risen = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2
  return start * (1 - risen)
}

/** Scrolls to the top within 800 ms, unless the user scrolls; immediately with reduced motion. */
export function scrollToTop() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return scrollTo(0, 0)
  const start = scrollY
  const begun = performance.now()
  let taken = false
  const take = () => {
    taken = true
  }
  addEventListener('wheel', take, { once: true, passive: true })
  addEventListener('touchstart', take, { once: true, passive: true })
  const rise = (time: number) => {
    if (taken) return
    scrollTo(0, heightAfter(time - begun, start))
    if (time - begun < duration) requestAnimationFrame(rise)
  }
  requestAnimationFrame(rise)
}
