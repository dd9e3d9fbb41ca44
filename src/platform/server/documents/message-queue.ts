/** Messages for one reader that awaits the next one; after an error there is none. */
export function inboxOf<Word>() {
  const words: Word[] = []
  let fault: { reason: unknown } | undefined
  let waiting: PromiseWithResolvers<Word> | undefined
  return {
    take(word: Word) {
      if (waiting) waiting.resolve(word)
      else words.push(word)
      waiting = undefined
    },
    /** Only the first error counts. */
    fail(reason: unknown) {
      fault ??= { reason }
      waiting?.reject(fault.reason)
      waiting = undefined
    },
    next(): Promise<Word> {
      const word = words.shift()
      if (word) return Promise.resolve(word)
      if (fault) return Promise.reject(fault.reason)
      waiting = Promise.withResolvers()
      return waiting.promise
    },
  }
}
