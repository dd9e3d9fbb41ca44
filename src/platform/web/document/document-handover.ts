import { z } from 'zod'

/** The form post that returns a document. */
export const post = z.object({
  path: z.string().startsWith('/api/'),
  fields: z.record(z.string(), z.string()),
})
export type Post = z.infer<typeof post>

/** A document window's question to its opener, repeated until the answer is final. */
export const handoverRequest = z.object({
  attempt: z.string(),
  /** Whether the user has requested the document again. */
  isAgain: z.boolean(),
})

const answer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('making') }),
  z.object({ state: z.literal('made'), post }),
  z.object({ state: z.literal('used') }),
  z.object({ state: z.literal('refused'), status: z.number() }),
])
export type Answer = z.infer<typeof answer>

/** The result: `gone` if the page that opened the window no longer exists. */
export type HandoverResult = Exclude<Answer, { state: 'making' }> | { state: 'gone' }

const everyMs = 250
const timeoutMs = 10_000
/** A reloaded window may have lost its opener; if not, that page has long been ready to answer. */
const timeoutAfterReloadMs = 2_000

/** Whether the user has reloaded this window. */
export const isReloaded = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload')

/**
 * Requests the form post of the document from the page that opened this window. The form post passes between
 * the two portal pages in memory only, never through an address, history or storage.
 */
export function askOpener(isAgain: boolean, signal: AbortSignal): Promise<HandoverResult> {
  const opener: Window | null = window.opener
  const longestSilenceMs = isReloaded() ? timeoutAfterReloadMs : timeoutMs
  const attempt = crypto.getRandomValues(new Uint32Array(2)).join('-')
  return new Promise((resolve, reject) => {
    const stop = new AbortController()
    let lastAnswerAt = performance.now()
    const end = (handed: HandoverResult) => {
      stop.abort()
      resolve(handed)
    }
    const repeat = () => {
      const isSilent = performance.now() - lastAnswerAt > longestSilenceMs
      if (!opener || opener.closed || isSilent) end({ state: 'gone' })
      else opener.postMessage({ attempt, isAgain }, location.origin)
    }
    const listen = ({ origin, source, data }: MessageEvent) => {
      const isAnswer = origin === location.origin && source === opener && data?.attempt === attempt
      const { data: heard } = answer.safeParse(isAnswer && data)
      if (heard) lastAnswerAt = performance.now()
      if (heard && heard.state !== 'making') end(heard)
    }
    addEventListener('message', listen, { signal: stop.signal })
    const clock = setInterval(repeat, everyMs)
    stop.signal.addEventListener('abort', () => clearInterval(clock))
    signal.addEventListener('abort', () => {
      stop.abort()
      reject(signal.reason)
    })
    repeat()
  })
}
