import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMailServer } from '#test-support/mail-server.ts'
import { losesNoRow } from './pg-dump.ts'
import { ready, terminate } from './portal-run.ts'
import { endAll, leftOf } from './processes.ts'
import { differencesOf, restoredDecisions } from './restore-compare.ts'
import {
  refusesDamage,
  survivesFullDisk,
  survivesKilledBackups,
  survivesKilledRestores,
} from './restore-faults.ts'
import { underLoad } from './restore-load.ts'
import { answersAlike } from './restore-pages.ts'
import { command, houseIn, type PortalInstance, start } from './restore-portal.ts'
import type { Report, Scenario } from './scenario.ts'

const firstStartMs = 600_000

/** Backups of a busy portal, and their restores. */
export const restore: Scenario = {
  shows:
    'A portal is backed up under load and restored row by row; damage, kills and a full disk are detected.',
  async run(tell) {
    const root = mkdtempSync(join(tmpdir(), 'portal-restore-'))
    const mail = await openMailServer()
    try {
      const installation = await houseIn(root, 'original', { SMTP_URL: mail.url })
      const portal = start(installation)
      await ready(portal, installation.port, firstStartMs)
      await backsUp(installation, tell)
      await survivesFullDisk(installation, tell)
      await losesNoRow(installation, tell)
      await terminate(portal)
      tell('no process is left behind', (await leftOf(root)) === '', await leftOf(root))
    } finally {
      endAll(root)
      await mail.close()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

async function backsUp(installation: PortalInstance, tell: Report) {
  const folder = join(installation.root, 'backup')
  const { result, load } = await underLoad(installation, () => command(installation, 'backup', folder))
  tell('a backup is made while people search, decide and are sent mail', result.code === 0, result.said)
  tell('all of them go on during the backup', load.refused === 0 && load.during > 0, load.words)
  await survivesKilledBackups(installation, result.ms, tell)

  const restored = await houseIn(installation.root, 'restored', { SMTP_URL: installation.env.SMTP_URL ?? '' })
  await refusesDamage(restored, folder, tell)
  const { code, said, ms } = await command(restored, 'restore', folder)
  tell('it is restored into an empty place', code === 0, `${said} ${ms} ms`)
  const differences = await differencesOf(restored, folder)
  tell('every row of every table is the one that was saved', differences.length === 0, differences.join(', '))
  const decided = await restoredDecisions(restored)
  const lost = load.decidedBefore.filter((itn) => !decided.includes(itn))
  const made = decided.filter((itn) => !load.decided.includes(itn))
  tell('every decision that was acknowledged before the backup is in it', lost.length === 0, lost.join(' '))
  tell('and none that was not made', made.length === 0, `${decided.length} of ${load.decided.length}`)
  const again = await command(restored, 'restore', folder)
  tell('a second restore over it is refused', again.code === 1 && /not empty/.test(again.said), again.said)
  await serves(installation, restored, tell)
  await survivesKilledRestores(restored, folder, ms, tell)
}

async function serves(installation: PortalInstance, restored: PortalInstance, tell: Report) {
  const portal = start(restored)
  tell('a portal starts on it', (await ready(portal, restored.port, firstStartMs)) > 0)
  await answersAlike(installation, restored, tell)
  await terminate(portal)
}
