import { now } from '../contract/clock.ts'

/**
 * Returns a function that loads a value on its first call and returns the same value to all callers, until it is older
 * than `maxAgeMs`. After a failure, the next call loads it again.
 */
export function loadOnce<Value>(
  load: () => Promise<Value>,
  maxAgeMs = Number.POSITIVE_INFINITY,
): () => Promise<Value> {
  let loaded: { value: Promise<Value>; at: number } | undefined
  return () => {
    const at = now().getTime()
    // The clock can be set back.
    if (loaded && Math.abs(at - loaded.at) < maxAgeMs) return loaded.value
    const current = { value: load(), at }
    loaded = current
    current.value.catch(() => {
      if (loaded === current) loaded = undefined
    })
    return current.value
  }
}

/**
 * Returns a function that loads the current value of a key. Calls during a load share the next one, which starts after
 * them; so no caller gets an older value than it could read itself.
 */
export function shareLoads<Value>(load: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const running = new Map<string, Promise<Value>>()
  const next = new Map<string, Promise<Value>>()

  function start(key: string) {
    const loading = load(key).finally(() => running.delete(key))
    running.set(key, loading)
    return loading
  }

  return (key) => {
    const current = running.get(key)
    if (!current) return start(key)
    const following =
      next.get(key) ??
      current.then(nothing, nothing).then(() => {
        next.delete(key)
        return start(key)
      })
    next.set(key, following)
    return following
  }
}

const nothing = () => {}
