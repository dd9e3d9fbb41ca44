import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { Random } from '#seed/seeded-random.ts'

/** What people wait for: data on a page, a PDF or image, or a password that is checked slowly on purpose. */
export type CallKind = 'page' | 'document' | 'login'

/** A request with its response; status 0 if there was none. */
export type Call = {
  name: string
  kind: CallKind
  /** When it was sent, in milliseconds since the start of this process. */
  at: number
  ms: number
  status: number
  /** What was unexpected about the response, if anything. */
  fault?: string
}

/** A person who makes one request, or the requests of one page, before each pause. */
export type Person = AsyncGenerator<undefined, never>

/** Records the requests of people. */
export type Recorder = {
  readonly calls: Call[]
  /** Times a request until its whole response has arrived. Returns the response if its status is expected. */
  record(expected: Expectation, send: () => Promise<Response | undefined>): Promise<Answer | undefined>
}

type Expectation = { name: string; kind: CallKind; statuses?: readonly number[] }
export type Answer = { status: number; headers: Headers; body: Buffer }

/** Rejected because too many requests came at once: counted apart from faults. */
export const throttled = 429

export function createRecorder(): Recorder {
  const calls: Call[] = []
  return {
    calls,
    async record({ name, kind, statuses = [200] }, send) {
      const at = performance.now()
      const answer = await send()
        .then(readAnswer)
        .catch((error: Error) => `${error.message} ${error.cause ?? ''}`)
      const call: Call = { name, kind, at, ms: performance.now() - at, status: 0 }
      calls.push(call)
      if (typeof answer === 'string') call.fault = answer
      else {
        call.status = answer.status
        if (statuses.includes(answer.status)) return answer
        if (answer.status !== throttled) call.fault = answer.body.toString().slice(0, 300)
      }
      return undefined
    },
  }
}

async function readAnswer(response: Response | undefined): Promise<Answer> {
  if (!response) throw new Error('The response was not the expected one.')
  const { status, headers } = response
  return { status, headers, body: Buffer.from(await response.arrayBuffer()) }
}

/** Parses the response of an endpoint. */
export function readJson<Output extends z.ZodType>(
  { response }: Endpoint<z.ZodObject, Output> | { response: Output },
  answer: Answer | undefined,
): z.output<Output> | undefined {
  return answer ? response.parse(JSON.parse(answer.body.toString())) : undefined
}

/** The pauses of people who read what a page shows: from a quarter to seven quarters of the mean. */
const thinkTime = (random: Random, meanMs: number) => meanMs * (0.25 + random.next() * 1.5)

/** Each person goes on at their own pace until the signal; their first requests are spread over a pause. */
export async function actAtTheirPace(
  people: readonly Person[],
  { meanMs, random, signal }: { meanMs: number; random: Random; signal: AbortSignal },
) {
  const sleep = (ms: number) => pause(ms, true, { signal }).catch(() => false)
  const act = async (person: Person) => {
    let isAwake = await sleep(random.next() * meanMs)
    while (isAwake) {
      await person.next()
      isAwake = await sleep(thinkTime(random, meanMs))
    }
  }
  await Promise.all(people.map(act))
}

/** The people take turns without pauses, this many of them at a time, so that the mix of requests stays the same. */
export async function actInTurns(people: readonly Person[], concurrency: number, signal: AbortSignal) {
  const waiting = [...people]
  const act = async () => {
    while (!signal.aborted) {
      const person = waiting.shift()
      if (!person) throw new Error('More people act at a time than there are.')
      await person.next()
      waiting.push(person)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, act))
}
