import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { launchWorker } from './worker-launcher.ts'

let busyWorker: URL
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'workers-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'busy-worker.mjs')
  const code = 'process.send({ pid: process.pid, launcher: process.ppid }, () => { for (;;); })'
  await writeFile(file, code)
  busyWorker = pathToFileURL(file)
})

const options = { flags: [], hasSocket: false }
type Started = { pid: number; launcher: number }

async function startBusyWorker() {
  const worker = launchWorker(busyWorker, options)
  onTestFinished(() => worker.kill())
  const [{ pid, launcher }] = (await once(worker, 'message')) as [Started]
  return { worker, pid, launcher }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Runs code in a process of its own, which can have few file descriptors; `launch` starts a busy worker there. */
function startPortal(code: string, descriptors: number | 'unlimited' = 'unlimited') {
  const launcherModule = new URL('./worker-launcher.ts', import.meta.url).href
  const program = `const { launchWorker } = await import(${JSON.stringify(launcherModule)})
    const launch = () => launchWorker(new URL(${JSON.stringify(busyWorker.href)}), { flags: [], hasSocket: true })
    const print = (value) => console.log(JSON.stringify(value))
    ${code}`
  const limit = descriptors === 'unlimited' ? '' : `ulimit -n ${descriptors} && `
  const portal = spawn(
    'sh',
    ['-c', `${limit}exec "$0" "$@"`, process.execPath, '--input-type=module', '-e', program],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void portal.kill('SIGKILL'))
  const lines = createInterface(portal.stdout)[Symbol.asyncIterator]()
  return { portal, read: async () => JSON.parse((await lines.next()).value ?? 'null') }
}

test('a launcher that cannot start fails its worker, and the next worker gets another launcher', async () => {
  const { read } = startPortal(
    `const { closeSync, openSync } = await import('node:fs')
    const files = []
    try {
      for (;;) files.push(openSync('/dev/null'))
    } catch {}
    launch().on('error', ({ message }) => {
      for (const file of files) closeSync(file)
      print(message)
      launch().on('message', print)
    })`,
    100,
  )
  expect(await read()).toContain('EMFILE')
  expect(await read()).toMatchObject({ pid: expect.any(Number) })
})

test('a worker that cannot start fails alone', async () => {
  const { read } = startPortal(
    `const first = launch().on('close', () => print('the first worker has ended'))
    first.once('message', (started) => {
      const launchNext = () =>
        launch()
          .once('message', launchNext)
          .on('error', ({ message }) => print({ message, ...started }))
      launchNext()
    })`,
    48,
  )
  const { message, pid, launcher } = await read()
  expect(message).toContain('EMFILE')
  expect([pid, launcher].map(isAlive)).toEqual([true, true])
})

test('a killed portal leaves neither its launcher nor a busy worker behind', async () => {
  const { portal, read } = startPortal(`launch().on('message', print)`)
  const { pid, launcher }: Started = await read()
  expect([pid, launcher].map(isAlive)).toEqual([true, true])
  portal.kill('SIGKILL')
  await expect.poll(() => [pid, launcher].map(isAlive)).toEqual([false, false])
})

test('the busy workers of a killed launcher end, and the next workers share another launcher', async () => {
  const first = await startBusyWorker()
  const closed = once(first.worker, 'close')
  process.kill(first.launcher, 'SIGKILL')
  expect(await closed).toEqual([null, 'SIGKILL'])
  // At once, before the second report of the same end.
  const second = await startBusyWorker()
  expect(second.launcher).not.toBe(first.launcher)
  expect((await startBusyWorker()).launcher).toBe(second.launcher)
  await expect.poll(() => isAlive(first.pid)).toBe(false)
})

test('a killed worker ends alone', async () => {
  const [first, second] = [await startBusyWorker(), await startBusyWorker()]
  const closed = once(first.worker, 'close')
  process.kill(first.pid, 'SIGKILL')
  expect(await closed).toEqual([null, 'SIGKILL'])
  expect([second.pid, second.launcher].map(isAlive)).toEqual([true, true])
  expect(second.launcher).toBe(first.launcher)
})
