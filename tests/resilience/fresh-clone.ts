import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, lstatSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { freePort, interrupt, root, run, waitUntilReady } from './portal-run.ts'
import { describeRemaining, killRemaining } from './processes.ts'
import type { Report, Scenario } from './scenario.ts'

const timeoutMs = 10 * 60_000
const nobody = { uid: 65534, gid: 65534 }

/** The first minutes of a new developer: clone the commit and run one command. */
export const freshClone: Scenario = {
  shows: 'npm start works on a fresh clone, for root and for an ordinary user.',
  async run(report) {
    if (process.getuid?.() !== 0) return checkClone('an ordinary user', report)
    await checkClone('root, in a folder that only root can enter', report)
    await checkClone('an ordinary user', report, nobody)
  },
}

async function checkClone(who: string, report: Report, user?: typeof nobody) {
  const home = mkdtempSync(join(tmpdir(), 'portal-clone-'))
  const clone = join(home, 'portal')
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone])
    if (user) {
      chownSync(home, user.uid, user.gid)
      execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, clone])
    }
    const port = await freePort()
    const env = { PATH: systemPath(), HOME: home, PORT: String(port) }
    const portal = run(['npm', 'start'], { cwd: clone, env, ...(user && { user }) })
    const took = await waitUntilReady(portal, port, timeoutMs)
    report(`npm start works for ${who}`, true, `${Math.round(took / 1000)} s, demo data included`)
    const page = await fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text())
    report('the portal serves its pages', page.includes('<div id="root"'))
    report('Ctrl-C stops the portal', [0, 130, 'SIGINT'].includes(await interrupt(portal)))
    report('leaves no process behind', (await describeRemaining(home)) === '', await describeRemaining(home))
  } catch (error) {
    report(`npm start works for ${who}`, false, error instanceof Error ? error.message : String(error))
  } finally {
    killRemaining(home)
    removeLinkedData(join(clone, 'var/postgres/cluster'))
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The system PATH without the folders that npm adds. */
function systemPath(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !/node_modules|node-gyp-bin/.test(folder)).join(delimiter)
}

/** Removes the data folder that a clone under a root-only folder links to. */
function removeLinkedData(link: string) {
  if (existsSync(link) && lstatSync(link).isSymbolicLink())
    rmSync(dirname(readlinkSync(link)), { recursive: true })
}
