import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { LaunchedWorker, launchWorker, startLauncher } from '#platform/pdf/worker-launcher.ts'

const program = new URL('../src/platform/pdf/document-service/pdf-worker.ts', import.meta.url)
const options = { flags: [], hasSocket: false }
const heldMegabytes = 700
const starts = 15
const settleMs = 300
const nanosecondsPerMillisecond = 1e6

/** Compares how long the event loop stops when a large process starts a worker itself or asks its launcher, in turns. */
export async function run() {
  startLauncher()
  const held = Array.from({ length: heldMegabytes }, () => Buffer.alloc(1 << 20, 1))
  const [idle, forked, launched]: [number[], number[], number[]] = [[], [], []]
  for (let turn = 0; turn < starts; turn += 1) {
    idle.push(await longestStop(() => undefined))
    forked.push(await longestStop(() => fork(fileURLToPath(program), { serialization: 'advanced' })))
    launched.push(await longestStop(() => launchWorker(program, options)))
  }
  console.log(`The process holds ${held.length} MB. The longest stop of its event loop, in milliseconds:`)
  console.log('| | p50 | longest |\n|---|---|---|')
  for (const [name, stops] of Object.entries({ 'no start': idle, 'own fork': forked, launcher: launched }))
    console.log(`| ${name} | ${middle(stops).toFixed(1)} | ${Math.max(...stops).toFixed(1)} |`)
  console.log(`\nOwn fork to launcher, at p50: ${(middle(forked) / middle(launched)).toFixed(1)}`)
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function longestStop(start: () => ChildProcess | LaunchedWorker | undefined): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await pause(5)
  const worker = start()
  await pause(settleMs)
  delay.disable()
  if (worker) {
    const closed = once(worker, 'close')
    if (worker instanceof LaunchedWorker) worker.kill()
    else worker.kill('SIGKILL')
    await closed
  }
  return delay.max / nanosecondsPerMillisecond
}
