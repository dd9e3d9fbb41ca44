/** Creates a queue that runs one piece of work at a time, in order, also after one that failed. */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}

/** Reads the values of keys; those without a value are missing in the result. */
type ReadValues<Key, Value> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>

/**
 * Creates a lookup that runs one query at a time, for all keys that have arrived since the one before: no key waits
 * for more than two queries. Returns the value of a key, undefined without one.
 */
export function createBatchLookup<Key, Value>(readValues: ReadValues<Key, Value>) {
  const enqueue = createSerialQueue()
  let next: { keys: Set<Key>; values: Promise<ReadonlyMap<Key, Value>> } | undefined

  function startBatch() {
    const keys = new Set<Key>()
    const values = enqueue(() => {
      next = undefined
      return readValues([...keys])
    })
    return { keys, values }
  }

  return async (key: Key): Promise<Value | undefined> => {
    next ??= startBatch()
    next.keys.add(key)
    return (await next.values).get(key)
  }
}
