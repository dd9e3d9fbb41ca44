import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '#seed/seeded-random.ts'
import { formatPerRequest, readUsage } from './processor-time.ts'
import { definitionCode } from './provider-dataset.ts'
import { print } from './timing.ts'

const people = 50
const seconds = 20
/** A fast typist presses six keys a second. */
const betweenKeysMs = [100, 250] as const
const betweenNamesMs = 1000
/** How long the page waits for another letter before it asks. */
const pageWaitsMs = 150

type Server = { origin: string; process: number; stop: () => Promise<unknown> }
type Portal = { dataDir: string; serve: () => Promise<Server> }

/**
 * Prints the time of suggestions over HTTP while fifty people type names letter by letter: first as the page asks, after a
 * pause in typing, then with a request for each letter. Another letter cancels a request that has not been answered.
 */
export async function measureTyping(portal: Portal, providers: readonly Typed[]) {
  await measureRun(portal, providers, 'as the page asks', pageWaitsMs)
  await measureRun(portal, providers, 'asked for each letter', 0)
}

type Typed = { name: string; state: string }

async function measureRun(portal: Portal, providers: readonly Typed[], how: string, waitMs: number) {
  const server = await portal.serve()
  try {
    const random = createRandom('typing')
    const names = providers.map(({ name, state }) => ({ state, name: name.toLowerCase().replace(',', '') }))
    await suggest(server.origin, { name: 'warming', state: 'TX' }, new AbortController().signal)
    const times: number[] = []
    let canceled = 0
    let failure: unknown
    const end = performance.now() + seconds * 1000
    const before = readUsage(server.process, portal.dataDir)
    const person = async () => {
      while (performance.now() < end) {
        const { name, state } = random.oneOf(names)
        let last = new AbortController()
        for (let letters = 1; letters <= Math.min(name.length, 16); letters += 1) {
          last.abort()
          last = new AbortController()
          const { signal } = last
          const nextKeyMs = random.between(...betweenKeysMs)
          if (nextKeyMs > waitMs) {
            await pause(waitMs)
            const began = performance.now()
            // A canceled request counts with the time that it went without an answer, so that slow ones are not left out.
            suggest(server.origin, { name: name.slice(0, letters), state }, signal).then(
              () => times.push(performance.now() - began),
              (error: unknown) => {
                if (!signal.aborted) failure ??= error
                times.push(performance.now() - began)
                canceled += 1
              },
            )
          }
          await pause(nextKeyMs > waitMs ? nextKeyMs - waitMs : nextKeyMs)
        }
        await pause(betweenNamesMs)
      }
    }
    await Promise.all(Array.from({ length: people }, person))
    if (failure) throw failure
    const each = formatPerRequest(before, readUsage(server.process, portal.dataDir), times.length)
    console.log(
      `Typing, ${how}: ${canceled} of ${times.length} requests canceled; their times are those until then.`,
    )
    console.log(`Typing, ${how}, CPU milliseconds per request: ${each}.\n`)
    print([
      {
        name: `suggestions while fifty people type, ${how}`,
        times,
        perSecond: times.length / seconds,
        concurrency: people,
        goalMs: 50,
      },
    ])
  } finally {
    await server.stop()
  }
}

async function suggest(
  origin: string,
  { name, state }: { name: string; state: string },
  signal: AbortSignal,
) {
  const response = await fetch(`${origin}/api/suggestions`, {
    method: 'POST',
    headers: { 'provider-code': definitionCode, 'content-type': 'application/json' },
    body: JSON.stringify({ searchTerm: name, stateId: state }),
    signal,
  })
  if (response.status !== 200) throw new Error(`Suggestions returned ${response.status}.`)
  await response.arrayBuffer()
}
