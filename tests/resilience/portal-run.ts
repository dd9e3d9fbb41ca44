import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Report } from './scenario.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export type Run = {
  child: ChildProcess
  /** The output so far, on both streams. */
  output(): string
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

export type RunOptions = { cwd?: string; env: Record<string, string>; user?: { uid: number; gid: number } }

/** Runs a command in its own process group, as a terminal would, with only these settings. */
export function run(words: string[], { cwd = root, env, user }: RunOptions): Run {
  const [program = '', ...rest] = words
  const child = spawn(program, rest, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...user })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more) => {
      text += more
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal)
  return { child, output: () => text, ended }
}

/** Waits until /readyz returns 200. Returns the milliseconds it took. */
export async function waitUntilReady(
  portal: Run,
  port: number,
  timeoutMs = 60_000,
  protocol = 'http',
): Promise<number> {
  const began = performance.now()
  let over: number | string | undefined
  portal.ended.then((code) => {
    over = code
  })
  while (performance.now() - began < timeoutMs) {
    const answer = await fetch(`${protocol}://127.0.0.1:${port}/readyz`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return Math.round(performance.now() - began)
    if (over !== undefined)
      throw new Error(`The portal exited with ${over} before it was ready:\n${portal.output()}`)
    await pause(20)
  }
  throw new Error(`The portal was not ready after ${timeoutMs / 1000} s:\n${portal.output()}`)
}

/** Waits until /readyz says this. Returns the response, or the last one if it never does. */
export async function waitUntilSaid(port: number, words: RegExp): Promise<string> {
  let said = ''
  for (let looks = 0; looks < 600 && !words.test(said); looks += 1) {
    said = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.text(),
      () => '',
    )
    await pause(100)
  }
  return said
}

/** Signals the whole process group, as Ctrl-C does. */
export function interrupt(portal: Run): Promise<number | string> {
  process.kill(-Number(portal.child.pid), 'SIGINT')
  return portal.ended
}

/** Signals the first process, as a service manager does. */
export function terminate(portal: Run): Promise<number | string> {
  portal.child.kill('SIGTERM')
  return portal.ended
}

/** Finds a free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

const longestStart = 2.5
const mostModules = 1_650

/** Loads the portal's modules in a process of its own. Returns the milliseconds or, with a hook that counts, their number. */
async function loadPortal(isCounting: boolean): Promise<number> {
  const count = `
    const { registerHooks } = await import('node:module')
    const modules = new Set()
    registerHooks({ load: (url, context, next) => next(modules.add(url) && url, context) })`
  const program = `${isCounting ? count : ''}
    await import('./src/app/start-portal.ts')
    ${isCounting ? 'console.log(modules.size)' : ''}
    process.exit()`
  const { PATH = '' } = process.env
  const env = { PATH, NODE_COMPILE_CACHE: join(root, 'dist/compile-cache') }
  const began = performance.now()
  const loading = run([process.execPath, '--input-type=module', '--eval', program], { env })
  if ((await loading.ended) !== 0) throw new Error(loading.output())
  return isCounting ? Number(loading.output()) : performance.now() - began
}

/**
 * Reports whether a start of `took` milliseconds is at most 2.5 times as long as Node.js needs to load the portal's modules
 * on this machine, and whether these have not become many.
 */
export async function checkStart(report: Report, what: string, took: number) {
  const times = [await loadPortal(false), await loadPortal(false), await loadPortal(false)]
  const loading = times.toSorted((a, b) => a - b)[1] ?? 0
  report(
    `${what} takes at most ${longestStart} times as long as loading the portal’s modules`,
    took < longestStart * loading,
    `${took} ms, ${Math.round(loading)} ms to load them`,
  )
  const modules = await loadPortal(true)
  report(`a start loads at most ${mostModules} modules`, modules <= mostModules, `${modules}`)
}
