import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'

/**
 * Measures something while this many concurrent tasks repeat other work; also returns how many times they did
 * it.
 */
export async function measureDuringWork<Outcome>(
  concurrency: number,
  work: () => Promise<unknown>,
  measured: () => Promise<Outcome>,
) {
  let made = 0
  let isOver = false
  const keepWorking = async () => {
    for (; !isOver; made += 1) await work()
  }
  const working = Array.from({ length: concurrency }, keepWorking)
  const outcome = await measured()
  isOver = true
  await Promise.all(working)
  return { outcome, made }
}

/**
 * Measures something next to a busy process with the priority of the render worker, to show the effect of such a
 * process alone.
 */
export async function measureUnderCpuLoad<Outcome>(measured: () => Promise<Outcome>): Promise<Outcome> {
  const busy = spawn(process.execPath, ['--eval', 'for (;;);'])
  await once(busy, 'spawn')
  setPriority(Number(busy.pid), constants.priority.PRIORITY_BELOW_NORMAL)
  try {
    return await measured()
  } finally {
    busy.kill('SIGKILL')
  }
}
