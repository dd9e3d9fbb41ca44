import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { run } from './portal-run.ts'
import { findDifferences } from './restore-compare.ts'
import { type PortalInstance, runCommand } from './restore-portal.ts'
import type { Report } from './scenario.ts'

const kills = 5

/** Kills backups at different moments: each one that looks complete must be complete. */
export async function checkKilledBackups(installation: PortalInstance, fullMs: number, report: Report) {
  let [cutOff, wrong] = [0, 0]
  for (let round = 0; round < kills; round += 1) {
    const folder = join(installation.root, `killed-${round}`)
    const unfinished = `${folder}.unfinished`
    const backup = run([process.execPath, 'src/app/cli.ts', 'backup', folder], { env: installation.env })
    while (!existsSync(unfinished) && backup.child.exitCode === null) await pause(5)
    await pause((fullMs * round) / kills / 2)
    backup.child.kill('SIGKILL')
    await backup.ended
    if (existsSync(folder) && (await verifyBackup(installation, folder)) !== 0) wrong += 1
    if (existsSync(unfinished)) {
      cutOff += 1
      if ((await verifyBackup(installation, unfinished)) !== 1) wrong += 1
    }
  }
  const isCorrect = wrong === 0 && cutOff > 0
  report(
    `none of ${kills} killed backups looks complete without being complete`,
    isCorrect,
    `${cutOff} cut off`,
  )
}

const verifyBackup = async (installation: PortalInstance, folder: string) =>
  (await runCommand(installation, 'restore', folder, '--check')).code

/**
 * Kills restores at different moments: each must leave the database empty or complete. If one is empty, the
 * next restore must succeed.
 */
export async function checkKilledRestores(
  installation: PortalInstance,
  backup: string,
  fullMs: number,
  report: Report,
) {
  const emptyBackup = join(installation.root, 'of-nothing')
  let [empty, complete, next] = [0, 0, '']
  for (let round = 0; round < kills; round += 1) {
    const dataDir = join(installation.root, `place-${round}`)
    const target = { ...installation, dataDir, env: { ...installation.env, DATA_DIR: dataDir } }
    const restore = run([process.execPath, 'src/app/cli.ts', 'restore', backup], { env: target.env })
    await pause((fullMs * (round + 1)) / (kills + 1))
    restore.child.kill('SIGKILL')
    await restore.ended
    const { output } = await runCommand(target, 'backup', emptyBackup)
    if (output.includes('nothing to back up')) {
      empty += 1
      if (empty === 1) next = (await runCommand(target, 'restore', backup)).output
    } else if ((await findDifferences(target, backup)).length === 0) complete += 1
    rmSync(emptyBackup, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true })
  }
  const counts = `${empty} empty, ${complete} complete`
  report(`${kills} killed restores leave the database empty or complete`, empty + complete === kills, counts)
  report('the next restore into the same folder succeeds', /^Restored/m.test(next), next)
}

type Manifest = { tables: { name: string; file: string; sha256: string }[] }
const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Damages backups: a flipped byte, and a missing row with matching checksums. */
export async function checkDamage(target: PortalInstance, folder: string, report: Report) {
  const damaged = join(target.root, 'damaged')
  const checkRejected = async (what: string, words: RegExp, damage: (file: string) => void) => {
    cpSync(folder, damaged, { recursive: true })
    damage(join(damaged, readManifest(damaged).tables.find(({ name }) => name === 'bill')?.file ?? ''))
    const { code, output } = await runCommand(target, 'restore', damaged)
    report(`${what} stops the restore with a clear message`, code === 1 && words.test(output), output)
    rmSync(damaged, { recursive: true })
  }
  await checkRejected('one flipped byte', /is damaged/, (file) => {
    const bytes = readFileSync(file)
    const middle = bytes.length >> 1
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(file, bytes)
  })
  await checkRejected('one missing row', /bill does not have the rows/, (file) => {
    const rows = gunzipSync(readFileSync(file)).toString().split('\n')
    const bytes = gzipSync(rows.slice(1).join('\n'))
    writeFileSync(file, bytes)
    const manifest = readManifest(damaged)
    for (const table of manifest.tables) if (table.name === 'bill') table.sha256 = sha256(bytes)
    const text = JSON.stringify(manifest)
    writeFileSync(join(damaged, 'manifest.json'), text)
    writeFileSync(join(damaged, 'manifest.json.sha256'), sha256(text))
  })
}

/** Backs up to a disk that is too small. Only root can create one. */
export async function checkFullDisk(installation: PortalInstance, report: Report) {
  const disk = join(installation.root, 'small-disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return report('a full disk stops a backup', 'skipped', 'this user cannot mount a small disk')
  }
  try {
    const folder = join(disk, 'backup')
    const { code, output } = await runCommand(installation, 'backup', folder)
    const isCleanedUp = !existsSync(folder) && !existsSync(`${folder}.unfinished`)
    report(
      'a full disk stops a backup with a clear message and leaves no files',
      code === 1 && isCleanedUp,
      output,
    )
  } finally {
    execFileSync('umount', [disk])
  }
}
