import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { root } from '../tests/architecture/source.ts'

/** One step of `npm test`. */
export type Step = {
  name: string
  /** The command. */
  words: string[]
  /** The path of its test report. */
  report?: string
  /** Whether it only uses what other steps leave of the processor. */
  isPatient?: boolean
}

/** Compile cache for the many processes that tests start. */
const compiled = join(root, 'node_modules/.cache/portal/compiled')

/** Runs a step quietly and prints its duration; prints its output if it fails. */
export async function run({ name, words, isPatient }: Step): Promise<boolean> {
  const began = performance.now()
  const [command = '', ...rest] = words
  const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
  const env = { NODE_COMPILE_CACHE: compiled, ...process.env, ...colors, CI: 'true' }
  const child = spawn(command, rest, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  // Before the child starts others, which inherit it. Nothing runs at a lower priority, such as workers that draw reports.
  if (isPatient && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const [code] = await once(child, 'close')
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  if (code !== 0) console.log(`\n${Buffer.concat(output).toString().trim()}\n`)
  return code === 0
}
