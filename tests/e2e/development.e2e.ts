import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { freePort } from '../resilience/portal-run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'portal-dev-'))
let dev: ChildProcess
let address: string
let output = ''

test.beforeAll(async () => {
  const port = await freePort()
  address = `http://localhost:${port}`
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'error', DEMO_DATA: 'off' }
  dev = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: root,
    env: { ...env, PORT: String(port), DATA_DIR: dataDir },
  })
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (text) => (output += text))
  await expect.poll(() => output, { timeout: 120_000 }).toContain('The portal is ready')
})

test.afterAll(async () => {
  dev.kill('SIGTERM')
  if (dev.exitCode === null && dev.signalCode === null) await once(dev, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
})

test('npm run dev updates a page in place or restarts the server when a source file changes', async ({
  page,
}) => {
  const said: string[] = []
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
  await page.goto(`${address}/credits`)
  await expect(page.locator('.first-paint')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Credits' })).toBeVisible()
  touch('src/app/web/pages/information-pages.tsx')
  await expect.poll(() => said.join('\n')).toContain('hot updated: /src/app/web/pages/information-pages.tsx')
  expect(said.filter((line) => /^(error|warning):/.test(line))).toEqual([])

  touch('src/platform/http/monitoring-routes.ts')
  await expect.poll(() => output.split('The portal is ready').length, { timeout: 60_000 }).toBe(3)
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'alive' })
})

/** Updates only the modification time of a source, like saving it unchanged. */
function touch(file: string) {
  const time = new Date()
  utimesSync(join(root, file), time, time)
}
