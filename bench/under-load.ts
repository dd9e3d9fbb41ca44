import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'

/** Keeps so much of some work on its way while something is measured; tells how often it was done. */
export async function measureDuringWork<Outcome>(
  atOnce: number,
  work: () => Promise<unknown>,
  measured: () => Promise<Outcome>,
) {
  let made = 0
  let isOver = false
  const keepWorking = async () => {
    for (; !isOver; made += 1) await work()
  }
  const working = Array.from({ length: atOnce }, keepWorking)
  const outcome = await measured()
  isOver = true
  await Promise.all(working)
  return { outcome, made }
}

/** Measures something beside a process of the lowest priority that does nothing but count: what the machine makes of one. */
export async function measureUnderCpuLoad<Outcome>(measured: () => Promise<Outcome>): Promise<Outcome> {
  const busy = spawn(process.execPath, ['--eval', 'for (;;);'])
  await once(busy, 'spawn')
  setPriority(Number(busy.pid), constants.priority.PRIORITY_LOW)
  try {
    return await measured()
  } finally {
    busy.kill('SIGKILL')
  }
}
