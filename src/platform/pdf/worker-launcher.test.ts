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

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a portal that is killed leaves neither its launcher nor a busy worker behind', async () => {
  const launcherModule = new URL('./worker-launcher.ts', import.meta.url).href
  const code = `const { launchWorker } = await import(${JSON.stringify(launcherModule)})
    const worker = launchWorker(new URL(${JSON.stringify(busyWorker.href)}), ${JSON.stringify(options)})
    worker.on('message', (started) => console.log(JSON.stringify(started)))`
  const portal = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(portal.stdout), 'line')
  const { pid, launcher }: Started = JSON.parse(line)
  expect([pid, launcher].map(isThere)).toEqual([true, true])
  portal.kill('SIGKILL')
  await expect.poll(() => [pid, launcher].map(isThere)).toEqual([false, false])
})

test('a launcher that is killed takes its busy workers along, and the next worker gets another one', async () => {
  const first = await startBusyWorker()
  const closed = once(first.worker, 'close')
  process.kill(first.launcher, 'SIGKILL')
  expect(await closed).toEqual([null, 'SIGKILL'])
  await expect.poll(() => isThere(first.pid)).toBe(false)
  const second = await startBusyWorker()
  expect(second.launcher).not.toBe(first.launcher)
})

test('a worker that is killed ends alone', async () => {
  const [first, second] = [await startBusyWorker(), await startBusyWorker()]
  const closed = once(first.worker, 'close')
  process.kill(first.pid, 'SIGKILL')
  expect(await closed).toEqual([null, 'SIGKILL'])
  expect([second.pid, second.launcher].map(isThere)).toEqual([true, true])
  expect(second.launcher).toBe(first.launcher)
})
