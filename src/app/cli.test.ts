import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { portalVersion } from '#platform/config/portal-command.ts'

const cli = fileURLToPath(new URL('cli.ts', import.meta.url))

test('a command finishes cleanly when its output is closed early', async () => {
  const command = spawn(process.execPath, [cli, '--help'])
  command.stdout.destroy()
  const [complaints, [code]] = await Promise.all([text(command.stderr), once(command, 'exit')])
  expect({ complaints, code }).toEqual({ complaints: '', code: 0 })
})

test('says its version without a database', async () => {
  const command = spawn(process.execPath, [cli, '--version'], {
    env: { DATABASE_URL: 'postgres://127.0.0.1:1/portal' },
  })
  const [said, [code]] = await Promise.all([text(command.stdout), once(command, 'exit')])
  expect({ said, code }).toEqual({ said: `${portalVersion}\n`, code: 0 })
})

test('doctor tries the database although the document store is refused; other commands do not', async () => {
  const env = {
    PATH: process.env.PATH,
    SUDO_USER: 'tester',
    PORT: '2',
    DATABASE_URL: 'postgres://127.0.0.1:1/portal',
    DOCUMENTS_URL: 's3://documents?endpoint=http://store.invalid',
  }
  const [doctor, list] = [
    spawn(process.execPath, [cli, 'doctor'], { env }),
    spawn(process.execPath, [cli, 'staff', 'list'], { env }),
  ]
  const [findings, refusal] = await Promise.all([text(doctor.stdout), text(list.stderr)])
  expect(findings).toMatch(/^failed {3}Database: .* cannot be reached \(ECONNREFUSED\)/m)
  expect(refusal).toContain('DOCUMENTS_URL connects to another machine without TLS')
})

test('warns of a misspelled setting before a command runs with the default', async () => {
  const command = spawn(process.execPath, [cli, 'staff', 'list'], {
    env: {
      PATH: process.env.PATH,
      SUDO_USER: 'tester',
      DATABSE_URL: 'postgres://db.example/portal',
      PORT: 'none',
    },
  })
  const [complaints, [code]] = await Promise.all([text(command.stderr), once(command, 'exit')])
  expect(complaints).toMatch(/^WARNING: DATABSE_URL is ignored.*Did you mean DATABASE_URL\?/)
  expect(complaints).toContain('PORT')
  expect(code).toBe(1)
})
