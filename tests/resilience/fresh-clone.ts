import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, lstatSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { freePort, interrupt, ready, root, run } from './portal-run.ts'
import { endAll, leftOf } from './processes.ts'
import type { Report, Scenario } from './scenario.ts'

const timeoutMs = 10 * 60_000
const nobody = { uid: 65534, gid: 65534 }

/** The first minutes of a new developer: clone the commit and run one command. */
export const freshClone: Scenario = {
  shows: 'npm start works on a fresh clone, for root and for an ordinary user.',
  async run(tell) {
    if (process.getuid?.() !== 0) return startsFromClone('an ordinary user', tell)
    await startsFromClone('root, in a folder that only root can enter', tell)
    await startsFromClone('an ordinary user', tell, nobody)
  },
}

async function startsFromClone(who: string, tell: Report, user?: typeof nobody) {
  const home = mkdtempSync(join(tmpdir(), 'portal-clone-'))
  const clone = join(home, 'portal')
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone])
    if (user) {
      chownSync(home, user.uid, user.gid)
      execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, clone])
    }
    const port = await freePort()
    const env = { PATH: pathWithoutOurs(), HOME: home, PORT: String(port) }
    const portal = run(['npm', 'start'], { cwd: clone, env, ...(user && { user }) })
    const took = await ready(portal, port, timeoutMs)
    tell(`npm start gets ready for ${who}`, true, `${Math.round(took / 1000)} s, demonstration data included`)
    const page = await fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text())
    tell('and serves the pages', page.includes('<div id="root"'))
    tell('Ctrl-C ends it', [0, 130, 'SIGINT'].includes(await interrupt(portal)))
    tell('and leaves no process behind', (await leftOf(home)) === '', await leftOf(home))
  } catch (error) {
    tell(`npm start gets ready for ${who}`, false, error instanceof Error ? error.message : String(error))
  } finally {
    endAll(home)
    removePlace(join(clone, 'var/postgres/cluster'))
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The system PATH without the folders that npm adds. */
function pathWithoutOurs(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !/node_modules|node-gyp-bin/.test(folder)).join(delimiter)
}

/** The data of a clone that only root can enter is in another folder. */
function removePlace(link: string) {
  if (existsSync(link) && lstatSync(link).isSymbolicLink())
    rmSync(dirname(readlinkSync(link)), { recursive: true })
}
