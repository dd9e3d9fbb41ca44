/** Runs a function once the next frame is on the screen, in a hidden tab at once. Returns a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = () => {
    timer = setTimeout(run)
  }
  const isHidden = document.visibilityState === 'hidden'
  const frame = isHidden ? schedule() : requestAnimationFrame(schedule)
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
