/**
 * A queue of messages for one reader. After an error, the messages received before it can still be read; all
 * further reads reject.
 */
export function createMessageQueue<Message>() {
  const words: Message[] = []
  let fault: { reason: unknown } | undefined
  let waiting: PromiseWithResolvers<Message> | undefined
  return {
    take(message: Message) {
      if (waiting) waiting.resolve(message)
      else words.push(message)
      waiting = undefined
    },
    /** Only the first error counts. */
    fail(reason: unknown) {
      fault ??= { reason }
      waiting?.reject(fault.reason)
      waiting = undefined
    },
    next(): Promise<Message> {
      const message = words.shift()
      if (message) return Promise.resolve(message)
      if (fault) return Promise.reject(fault.reason)
      waiting = Promise.withResolvers()
      return waiting.promise
    },
  }
}
