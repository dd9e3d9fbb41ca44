import { spawn } from 'node:child_process'
import { root } from './root.mjs'

/** Runs a program quietly and returns its exit code and output. */
export function runQuietly(program, first, rest = [], options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, [...first, ...rest], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.once('error', (error) => resolve({ code: -1, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? -1, output }))
  })
}

/** Ends the setup with an error: what is wrong and what to do. */
export function stop(...lines) {
  for (const line of lines) console.error(line)
  process.exit(1)
}
