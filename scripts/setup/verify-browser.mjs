import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const timeoutMs = 30_000
const quiet = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Whether the browser reports its version and opens an empty page. */
export async function startsUp(path) {
  if (spawnSync(path, ['--version'], { timeout: timeoutMs }).status !== 0) return false
  const profile = mkdtempSync(join(tmpdir(), 'portal-browser-'))
  const words = ['--headless', '--no-sandbox', '--no-first-run', ...quiet, '--remote-debugging-port=0']
  const child = spawn(path, [...words, `--user-data-dir=${profile}`, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve).once('error', resolve))
  try {
    return await Promise.race([
      showsPage(child),
      ended.then(() => false),
      pause(timeoutMs, false, { ref: false }),
    ])
  } catch {
    return false
  } finally {
    endGroup(child.pid)
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function showsPage(child) {
  const port = await debuggingPort(child)
  for (;;) {
    const pages = await fetch(`http://127.0.0.1:${port}/json/list`).then((answer) => answer.json())
    if (pages.some(({ type, url }) => type === 'page' && url === 'about:blank')) return true
    await pause(50)
  }
}

function debuggingPort(child) {
  return new Promise((resolve) => {
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text
      const port = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(output)?.[1]
      if (port) resolve(port)
    })
  })
}

/** The browser and its child processes, which form a process group. */
function endGroup(processId) {
  try {
    process.kill(-processId, 'SIGKILL')
  } catch {}
}
