/**
 * Runs a function once the next frame is on the screen, or soon if the tab is hidden by then, because a hidden tab draws no
 * frames. Returns a function that cancels it.
 */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    cancelAnimationFrame(frame)
    document.removeEventListener('visibilitychange', scheduleIfHidden)
    clearTimeout(timer)
  }
  const schedule = () => {
    cancel()
    timer = setTimeout(run)
  }
  const scheduleIfHidden = () => {
    if (document.visibilityState === 'hidden') schedule()
  }
  const frame = requestAnimationFrame(schedule)
  document.addEventListener('visibilitychange', scheduleIfHidden)
  scheduleIfHidden()
  return cancel
}
