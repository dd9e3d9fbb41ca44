import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { run } from './portal-run.ts'
import { differencesOf } from './restore-compare.ts'
import { command, type PortalInstance } from './restore-portal.ts'
import type { Report } from './scenario.ts'

const kills = 5

/** Kills backups at different moments: none that looks complete is incomplete. */
export async function survivesKilledBackups(installation: PortalInstance, wholeMs: number, tell: Report) {
  let [cutOff, wrong] = [0, 0]
  for (let round = 0; round < kills; round += 1) {
    const folder = join(installation.root, `killed-${round}`)
    const unfinished = `${folder}.unfinished`
    const backup = run([process.execPath, 'src/app/cli.ts', 'backup', folder], { env: installation.env })
    while (!existsSync(unfinished) && backup.child.exitCode === null) await pause(5)
    await pause((wholeMs * round) / kills / 2)
    backup.child.kill('SIGKILL')
    await backup.ended
    if (existsSync(folder) && (await check(installation, folder)) !== 0) wrong += 1
    if (existsSync(unfinished)) {
      cutOff += 1
      if ((await check(installation, unfinished)) !== 1) wrong += 1
    }
  }
  const isTrue = wrong === 0 && cutOff > 0
  tell(
    `of ${kills} backups that are killed none looks complete without being so`,
    isTrue,
    `${cutOff} cut off`,
  )
}

const check = async (installation: PortalInstance, folder: string) =>
  (await command(installation, 'restore', folder, '--check')).code

/** Kills restores at different moments: each leaves an empty database, where the next one succeeds. */
export async function survivesKilledRestores(
  installation: PortalInstance,
  backup: string,
  wholeMs: number,
  tell: Report,
) {
  const nothing = join(installation.root, 'of-nothing')
  let [empty, whole, next] = [0, 0, '']
  for (let round = 0; round < kills; round += 1) {
    const dataDir = join(installation.root, `place-${round}`)
    const place = { ...installation, dataDir, env: { ...installation.env, DATA_DIR: dataDir } }
    const restore = run([process.execPath, 'src/app/cli.ts', 'restore', backup], { env: place.env })
    await pause((wholeMs * (round + 1)) / (kills + 1))
    restore.child.kill('SIGKILL')
    await restore.ended
    const { said } = await command(place, 'backup', nothing)
    if (said.includes('nothing to back up')) {
      empty += 1
      if (empty === 1) next = (await command(place, 'restore', backup)).said
    } else if ((await differencesOf(place, backup)).length === 0) whole += 1
    rmSync(nothing, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true })
  }
  const counts = `${empty} empty, ${whole} whole`
  tell(`${kills} restores that are killed leave the database empty or whole`, empty + whole === kills, counts)
  tell('and the next one succeeds in the same place', /^Restored/m.test(next), next)
}

type Manifest = { tables: { name: string; file: string; sha256: string }[] }
const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A flipped byte, and a missing row with matching checksums. */
export async function refusesDamage(place: PortalInstance, folder: string, tell: Report) {
  const damaged = join(place.root, 'damaged')
  const refusal = async (what: string, words: RegExp, damage: (file: string) => void) => {
    cpSync(folder, damaged, { recursive: true })
    damage(join(damaged, manifestIn(damaged).tables.find(({ name }) => name === 'bill')?.file ?? ''))
    const { code, said } = await command(place, 'restore', damaged)
    tell(`${what} stops the restore with clear words`, code === 1 && words.test(said), said)
    rmSync(damaged, { recursive: true })
  }
  await refusal('one flipped byte', /is damaged/, (file) => {
    const bytes = readFileSync(file)
    const middle = bytes.length >> 1
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(file, bytes)
  })
  await refusal('one missing row', /bill does not have the rows/, (file) => {
    const rows = gunzipSync(readFileSync(file)).toString().split('\n')
    const bytes = gzipSync(rows.slice(1).join('\n'))
    writeFileSync(file, bytes)
    const manifest = manifestIn(damaged)
    for (const table of manifest.tables) if (table.name === 'bill') table.sha256 = sha256(bytes)
    const text = JSON.stringify(manifest)
    writeFileSync(join(damaged, 'manifest.json'), text)
    writeFileSync(join(damaged, 'manifest.json.sha256'), sha256(text))
  })
}

/** A disk that is too small for the backup: only root can create one. */
export async function survivesFullDisk(installation: PortalInstance, tell: Report) {
  const disk = join(installation.root, 'small-disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return tell('a full disk stops a backup', 'skipped', 'this user may not mount a small one')
  }
  try {
    const folder = join(disk, 'backup')
    const { code, said } = await command(installation, 'backup', folder)
    const isGone = !existsSync(folder) && !existsSync(`${folder}.unfinished`)
    tell('a full disk stops a backup with clear words, and nothing is left', code === 1 && isGone, said)
  } finally {
    execFileSync('umount', [disk])
  }
}
