import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTcpProxy } from '#test-support/tcp-proxy.ts'
import { createServingRole, type ExternalServer, portUrl, withExternalServer } from './external-server.ts'
import { freePort, type Run, root, run, terminate, waitUntilReady } from './portal-run.ts'
import { describeRemaining, killRemaining } from './processes.ts'
import { checkDocuments } from './release-documents.ts'
import type { Report, Scenario } from './scenario.ts'

const startMs = 180_000
const nobody = { uid: 65534, gid: 65534 }

/** An unpacked release, whose files its user cannot change. */
type Installed = { folder: string; program: string; user: typeof nobody | undefined }

/** The release archive on a machine without Node.js, a registry and a compiler. */
export const release: Scenario = {
  shows:
    'The archive of npm run release starts as an ordinary user from a folder that is not writable, with the embedded and with an external PostgreSQL; a stored document, a report and an ID card open.',
  async run(report) {
    const folder = mkdtempSync(join(tmpdir(), 'portal-release-'))
    try {
      const installed = unpackRelease(folder, report)
      await checkEmbedded(installed, report)
      await withExternalServer((server) => checkExternal(installed, server, report))
      report('the program folder is unchanged', hasOriginalFiles(installed))
    } finally {
      killRemaining(folder)
      execFileSync('chmod', ['-R', 'u+w', folder])
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

function unpackRelease(folder: string, report: Report): Installed {
  const built = join(folder, 'built')
  execFileSync('npm', ['run', '--silent', 'release', '--', built], { cwd: root })
  const archive = readdirSync(built).find((name) => name.endsWith('.tar.gz')) ?? ''
  report(
    'the archive is named after its version and platform',
    /^client-portal-\d.*-linux-\w+\.tar\.gz$/.test(archive),
    archive,
  )
  execFileSync('sha256sum', ['--check', '--quiet', `${archive}.sha256`], { cwd: built })
  execFileSync('tar', ['-xzf', join(built, archive), '-C', folder, '--no-same-owner'])
  const program = join(folder, archive.replace('.tar.gz', ''))
  const isRoot = process.getuid?.() === 0
  chmodSync(folder, 0o755)
  if (!isRoot) execFileSync('chmod', ['-R', 'a-w', program])
  const installed = { folder, program, user: isRoot ? nobody : undefined }
  report('every file matches SHA256SUMS', hasOriginalFiles(installed))
  return installed
}

function hasOriginalFiles({ program }: Installed): boolean {
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: program })
  const added = execFileSync('find', ['.', '-newer', 'SHA256SUMS'], { cwd: program, encoding: 'utf8' })
  return added.trim() === ''
}

/** The portal with a new embedded PostgreSQL. */
async function checkEmbedded(installed: Installed, report: Report) {
  const dataDir = createDataDir(installed, 'embedded')
  const port = await freePort()
  const env = { DATA_DIR: dataDir, PORT: String(port), DEMO_DATA: 'off' }
  for (const what of ['first', 'next']) {
    const portal = runPortal(installed, env, 'start')
    const took = await waitUntilReady(portal, port, startMs)
    report(`the ${what} start with the embedded PostgreSQL works`, true, `${took} ms`)
    if (what === 'first') checkProcess(installed, portal, report)
    report('SIGTERM stops the portal', (await terminate(portal)) === 0)
  }
  const members = runPortal(installed, env, 'members', 'list')
  await members.ended
  report(
    'messages name the command of the release',
    members.output().includes('`portal members create'),
    members.output().trim(),
  )
  const backup = runPortal(installed, env, 'backup', join(dataDir, 'backup'))
  report('portal backup works', (await backup.ended) === 0, backup.output().trim().split('\n').at(-1))
  report(
    'leaves no process behind',
    (await describeRemaining(dataDir)) === '',
    await describeRemaining(dataDir),
  )
}

function checkProcess({ program }: Installed, { child }: Run, report: Report) {
  const node = readlinkSync(`/proc/${child.pid}/exe`)
  report('the portal runs on the Node.js of the release', node === join(program, 'bin/node'), node)
}

/** The portal with the demo data in an external PostgreSQL. */
async function checkExternal(installed: Installed, server: ExternalServer, report: Report) {
  await createServingRole(server)
  const socket = await openTcpProxy(`${server.server.superuser.host}/.s.PGSQL.5432`)
  const [port, dataDir] = [await freePort(), createDataDir(installed, 'external')]
  const url = portUrl(socket.port)
  const trial = { DATABASE_URL: url, ALLOW_INSECURE_TRIAL: 'on', DEMO_DATA: 'on' }
  const env = { DATA_DIR: dataDir, PORT: String(port), ...trial }
  try {
    const portal = runPortal(installed, env, 'start')
    await waitUntilReady(portal, port, startMs)
    await checkDocuments({ address: `http://127.0.0.1:${port}`, env }, report)
    const doctor = runPortal(installed, env, 'doctor', '--json')
    report(
      'portal doctor finds no failure',
      (await doctor.ended) === 0,
      doctor.output().match(/"failed".*/)?.[0],
    )
    report('SIGTERM stops the portal', (await terminate(portal)) === 0)
  } finally {
    await socket.close()
  }
}

/** Runs bin/portal with these settings only, in a folder that its user cannot write to. */
function runPortal({ program, user }: Installed, env: Record<string, string>, ...words: string[]): Run {
  const settings = { PATH: '/usr/bin:/bin', LOG_LEVEL: 'error', PORTAL_SETTINGS: '/nonexistent', ...env }
  return run([join(program, 'bin/portal'), ...words], { cwd: '/', env: settings, ...(user && { user }) })
}

function createDataDir({ folder, user }: Installed, name: string): string {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  if (user) chownSync(dataDir, user.uid, user.gid)
  return dataDir
}
