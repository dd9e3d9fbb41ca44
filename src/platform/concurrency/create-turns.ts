/** How long a loop keeps other work waiting, in milliseconds. */
const longestTurnMs = 5

/**
 * Returns a function for a long loop to await before each step: once the loop has taken its turn of 5 ms, the function
 * waits until the event loop has served other work. Loops that share the function share the turn.
 */
export function createTurns(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < longestTurnMs) return undefined
    return new Promise((resolve) => {
      setImmediate(() => {
        began = performance.now()
        resolve()
      })
    })
  }
}
