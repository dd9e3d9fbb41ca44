import { z } from 'zod'

/** The form post that a document is answered to. */
export const post = z.object({
  path: z.string().startsWith('/api/'),
  fields: z.record(z.string(), z.string()),
})
export type Post = z.infer<typeof post>

/** What the window of a document asks the page that opened it; it repeats this until the answer is final. */
export const ask = z.object({
  attempt: z.string(),
  /** Whether a person asks for the document once more. */
  isAgain: z.boolean(),
})

const answer = z.discriminatedUnion('state', [
  z.object({ state: z.literal('making') }),
  z.object({ state: z.literal('made'), post }),
  z.object({ state: z.literal('used') }),
  z.object({ state: z.literal('refused'), status: z.number() }),
])
export type Answer = z.infer<typeof answer>

/** What comes of asking: `gone` where the page that opened the window is no longer there to answer. */
export type Handed = Exclude<Answer, { state: 'making' }> | { state: 'gone' }

const everyMs = 250
const timeoutMs = 10_000
/** A window that was loaded again may have lost its opener's page; if not, that page has long been ready to answer. */
const patienceAfterReloadMs = 2_000

/** Whether a person loaded this window again. */
export const isReloaded = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload')

/**
 * Asks the page that opened this window for the post of its document. The post passes between two pages of the portal
 * in memory alone: no address, history or storage ever holds it.
 */
export function askOpener(isAgain: boolean, signal: AbortSignal): Promise<Handed> {
  const opener: Window | null = window.opener
  const longestSilenceMs = isReloaded() ? patienceAfterReloadMs : timeoutMs
  const attempt = crypto.getRandomValues(new Uint32Array(2)).join('-')
  return new Promise((resolve, reject) => {
    const stop = new AbortController()
    let heardAt = performance.now()
    const end = (handed: Handed) => {
      stop.abort()
      resolve(handed)
    }
    const repeat = () => {
      const isSilent = performance.now() - heardAt > longestSilenceMs
      if (!opener || opener.closed || isSilent) end({ state: 'gone' })
      else opener.postMessage({ attempt, isAgain }, location.origin)
    }
    const listen = ({ origin, source, data }: MessageEvent) => {
      const isAnswer = origin === location.origin && source === opener && data?.attempt === attempt
      const { data: heard } = answer.safeParse(isAnswer && data)
      if (heard) heardAt = performance.now()
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
