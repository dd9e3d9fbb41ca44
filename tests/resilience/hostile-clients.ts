import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import type { Stop } from './soak-samples.ts'

/** What became of hostile requests, by kind and result, and results that must not happen. */
export type HostileCounts = { results: Map<string, number>; faults: string[] }

const everyMs = 1_000
/** The longest that an incomplete request may keep its connection: the portal's own limit is 15 seconds. */
const longestMs = 25_000
const readMs = 60_000
const head = 'Host: portal.example.com\r\nUser-Agent: slow\r\n'

type Attack = { kind: string; times: number; run(port: number, signal: AbortSignal): Promise<string> }

/** Clients who are slow on purpose, break the protocol, or leave before they get a response. */
const attacks: readonly Attack[] = [
  { kind: 'headers, a byte a second', times: 20, run: (port, signal) => dribble(port, signal, slowHeaders) },
  { kind: 'body, a byte a second', times: 20, run: (port, signal) => dribble(port, signal, slowBody) },
  { kind: 'responses, read a byte a second', times: 10, run: readSlowly },
  { kind: '1,000 requests without a pause', times: 2, run: flood },
  { kind: 'headers of 100 KB', times: 2, run: (port, signal) => exchange(port, signal, oversizedHeaders) },
  { kind: 'random bytes', times: 2, run: (port, signal) => exchange(port, signal, randomBytes(2_000)) },
  { kind: 'invalid JSON', times: 2, run: (port, signal) => exchange(port, signal, invalidJson) },
  { kind: 'no session', times: 2, run: (port, signal) => exchange(port, signal, withoutSession) },
  { kind: 'request given up', times: 3, run: giveUp },
]

const post = (path: string, body: string, length = body.length) =>
  `POST ${path} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`
const slowHeaders = `GET / HTTP/1.1\r\n${head}`
const slowBody = post('/api/suggestions', '', 1_000)
const oversizedHeaders = `GET / HTTP/1.1\r\n${head}X-Long: ${'x'.repeat(100_000)}\r\n\r\n`
const invalidJson = post('/api/suggestions', '{"searchTerm": ')
const withoutSession = post('/api/patients', '{"searchType":"NAMEL","searchTerm":"sa"}')

/** Attacks a portal until the signal. */
export async function attack(
  port: number,
  stops: readonly Stop[],
  signal: AbortSignal,
): Promise<HostileCounts> {
  const counts: HostileCounts = { results: new Map(), faults: [] }
  const repeat = async ({ kind, run }: Attack) => {
    while (!signal.aborted) {
      const at = performance.now()
      const result = await run(port, signal)
      if (signal.aborted) return
      await pause(everyMs)
      if (stops.some(({ to }) => to > at)) continue
      const name = `${kind}: ${result}`
      counts.results.set(name, (counts.results.get(name) ?? 0) + 1)
      if (/^(held|5)/.test(result)) counts.faults.push(name)
    }
  }
  await Promise.all(attacks.flatMap((each) => Array.from({ length: each.times }, () => repeat(each))))
  return counts
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends a beginning and then a byte a second until the portal ends the connection. */
async function dribble(port: number, signal: AbortSignal, beginning: string): Promise<string> {
  const socket = await open(port)
  const timer = setInterval(() => socket.write('x'), everyMs)
  try {
    return await readStatus(socket, signal, () => socket.write(beginning))
  } finally {
    clearInterval(timer)
    socket.destroy()
  }
}

async function exchange(port: number, signal: AbortSignal, bytes: string | Buffer): Promise<string> {
  const socket = await open(port)
  try {
    return await readStatus(socket, signal, () => socket.write(bytes))
  } finally {
    socket.destroy()
  }
}

/** The status of the first response; "closed" without one, and "held" if the connection stays open without one. */
async function readStatus(socket: Socket, signal: AbortSignal, send: () => void): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve('held open'), longestMs)
  const stop = () => resolve('stopped')
  signal.addEventListener('abort', stop)
  socket.once('data', (data) => resolve(/^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1] ?? 'closed'))
  socket.once('close', () => resolve('closed'))
  send()
  const result = await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', stop)
  return result
}

const pageRequest = `GET / HTTP/1.1\r\n${head}\r\n`

/** Asks for a page on one connection without waiting for responses, until the portal ends the connection. */
async function flood(port: number): Promise<string> {
  const socket = await open(port)
  const { promise, resolve } = Promise.withResolvers<string>()
  socket.once('close', () => resolve('closed'))
  socket.resume().write(pageRequest.repeat(1_000))
  const result = await Promise.race([promise, pause(longestMs, 'held open')])
  socket.destroy()
  return result
}

/** Asks for a page as often as a connection may at once, and reads a byte a second. */
async function readSlowly(port: number, signal: AbortSignal): Promise<string> {
  const socket = await open(port)
  socket.write(pageRequest.repeat(10))
  const until = performance.now() + readMs
  while (performance.now() < until && !signal.aborted && !socket.destroyed) {
    socket.read(1)
    await pause(everyMs, undefined, { signal }).catch(() => {})
  }
  const result = socket.destroyed ? 'closed' : 'left after a minute'
  socket.destroy()
  return result
}

/** Leaves while the portal works on the response. */
async function giveUp(port: number): Promise<string> {
  const body = '{"searchTerm":"cardiologist","stateId":"FL"}'
  const headers = { 'content-type': 'application/json', 'provider-code': 'publicDomestic' }
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/suggestions', headers })
  sent.on('error', () => {})
  sent.end(body)
  await pause(Math.random() * 10)
  sent.destroy()
  return 'left'
}
