/** How long a loop keeps other work waiting, in milliseconds. */
const sliceMs = 5

/**
 * Returns a function for a long loop to await before each step: once the loop has used its time slice of 5 ms, the
 * function yields to the event loop, which serves other work. Loops that share the function share the time slice.
 */
export function createYield(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < sliceMs) return undefined
    return new Promise((resolve) => {
      setImmediate(() => {
        began = performance.now()
        resolve()
      })
    })
  }
}
