/**
 * Returns a function that loads a value on its first call and returns the same value to all callers. After a failure, the
 * next call loads it again.
 */
export function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/**
 * Returns a function that loads the current value of a key. Calls during a load share the next one, which starts after
 * them; so no caller gets an older value than it could read itself.
 */
export function loadShared<Value>(load: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
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
