import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMailServer } from '#test-support/mail-server.ts'
import { checkPgDump } from './pg-dump.ts'
import { terminate, waitUntilReady } from './portal-run.ts'
import { describeRemaining, killRemaining } from './processes.ts'
import { findDifferences, listRestoredDecisions } from './restore-compare.ts'
import { checkDamage, checkFullDisk, checkKilledBackups, checkKilledRestores } from './restore-faults.ts'
import { runUnderLoad } from './restore-load.ts'
import { compareResponses } from './restore-pages.ts'
import { createInstance, type PortalInstance, runCommand, start } from './restore-portal.ts'
import type { Report, Scenario } from './scenario.ts'

const firstStartMs = 600_000

/** Backups of a busy portal, and their restores. */
export const restore: Scenario = {
  shows:
    'A portal is backed up under load and restored row by row; damage, kills and a full disk are detected.',
  async run(report) {
    const root = mkdtempSync(join(tmpdir(), 'portal-restore-'))
    const mail = await openMailServer()
    try {
      const installation = await createInstance(root, 'original', { SMTP_URL: mail.url })
      const portal = start(installation)
      await waitUntilReady(portal, installation.port, firstStartMs)
      await checkBackup(installation, report)
      await checkFullDisk(installation, report)
      await checkPgDump(installation, report)
      await terminate(portal)
      report(
        'leaves no process behind',
        (await describeRemaining(root)) === '',
        await describeRemaining(root),
      )
    } finally {
      killRemaining(root)
      await mail.close()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

async function checkBackup(installation: PortalInstance, report: Report) {
  const folder = join(installation.root, 'backup')
  const { result, load } = await runUnderLoad(installation, () => runCommand(installation, 'backup', folder))
  report('a backup succeeds under load', result.code === 0, result.output)
  report(
    'searches, decisions and mail continue during the backup',
    load.refused === 0 && load.during > 0,
    load.summary,
  )
  await checkKilledBackups(installation, result.ms, report)

  const restored = await createInstance(installation.root, 'restored', {
    SMTP_URL: installation.env.SMTP_URL ?? '',
  })
  await checkDamage(restored, folder, report)
  const { code, output, ms } = await runCommand(restored, 'restore', folder)
  report('the backup restores into an empty installation', code === 0, `${output} ${ms} ms`)
  const differences = await findDifferences(restored, folder)
  report('the restore has every row of every table', differences.length === 0, differences.join(', '))
  const decided = await listRestoredDecisions(restored)
  const lost = load.decidedBefore.filter((itn) => !decided.includes(itn))
  const invented = decided.filter((itn) => !load.decided.includes(itn))
  report('the restore has every decision acknowledged before the backup', lost.length === 0, lost.join(' '))
  report(
    'the restore has no other decision',
    invented.length === 0,
    `${decided.length} of ${load.decided.length}`,
  )
  const again = await runCommand(restored, 'restore', folder)
  report(
    'a second restore into the same installation fails',
    again.code === 1 && /not empty/.test(again.output),
    again.output,
  )
  await checkPortal(installation, restored, report)
  await checkKilledRestores(restored, folder, ms, report)
}

async function checkPortal(installation: PortalInstance, restored: PortalInstance, report: Report) {
  const portal = start(restored)
  report(
    'a portal starts on the restored data',
    (await waitUntilReady(portal, restored.port, firstStartMs)) > 0,
  )
  await compareResponses(installation, restored, report)
  await terminate(portal)
}
