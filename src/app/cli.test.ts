import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('a command finishes cleanly when its output is closed early', async () => {
  const command = spawn(process.execPath, [fileURLToPath(new URL('cli.ts', import.meta.url)), '--help'])
  command.stdout.destroy()
  const [complaints, [code]] = await Promise.all([text(command.stderr), once(command, 'exit')])
  expect({ complaints, code }).toEqual({ complaints: '', code: 0 })
})
