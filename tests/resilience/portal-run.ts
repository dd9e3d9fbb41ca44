import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

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
