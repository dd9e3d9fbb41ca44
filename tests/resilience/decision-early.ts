import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { createFeedReader } from './decision-feed-reader.ts'
import { addPendingItns, approval, createDecider } from './decision-staff.ts'
import type { PortalInstance } from './decisions.ts'
import { root, run, terminate, waitUntilReady } from './portal-run.ts'
import type { Report } from './scenario.ts'

const bills = 20

/** The files that a running portal needs. */
const parts = ['package.json', 'src', 'migrations', 'data', 'dist', 'public']
const feed = 'src/features/authorizations/server/backoffice/assign-feed-positions.ts'
const condition = ' and undo_until <= clock_timestamp()'

/**
 * Reads the feed after each decision, with this build and with a copy of it that does not wait for the end of the undo
 * time.
 */
export async function checkEarlySending(
  databaseContext: DatabaseContext,
  installation: PortalInstance,
  report: Report,
) {
  const early = await countEarly(databaseContext, installation, { name: 'EARLY', folder: root })
  report('no decision leaves before its undo time is over', early === 0, `${early} of ${bills}`)
  const folder = mkdtempSync(join(tmpdir(), 'portal-planted-'))
  try {
    plantFault(folder)
    const caught = await countEarly(databaseContext, installation, { name: 'PLANTED', folder })
    report('a planted build that sends at once is caught', caught === bills, `${caught} of ${bills}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies the portal into a folder without the condition that makes messages wait. */
function plantFault(folder: string) {
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const text = readFileSync(join(folder, feed), 'utf8')
  if (!text.includes(condition)) throw new Error(`${feed} does not contain "${condition}".`)
  writeFileSync(join(folder, feed), text.replace(condition, ''))
}

type Build = { name: string; folder: string }

/** Starts a build, saves decisions and counts those that the feed delivers while they can be undone. */
async function countEarly(
  databaseContext: DatabaseContext,
  { env, port }: PortalInstance,
  { name, folder }: Build,
): Promise<number> {
  const portal = run([process.execPath, 'src/app/main.ts'], { env, cwd: folder })
  await waitUntilReady(portal, port)
  const address = `http://127.0.0.1:${port}`
  const staff = await createDecider(databaseContext.app, address, 'Dora')
  const reader = await createFeedReader(databaseContext, address, name.toLowerCase())
  const undoUntil = new Map<string, number>()
  for (const itn of await addPendingItns(databaseContext, name, bills)) {
    const decided = await staff.decide(approval(itn))
    if (!decided?.undoUntil) throw new Error(`A decision failed: ${decided?.message ?? 'no response'}`)
    undoUntil.set(itn, Date.parse(decided.undoUntil))
    await reader.readToEnd()
  }
  await terminate(portal)
  return reader.delivered(`${name}-`).filter(({ itn, atMs }) => atMs < (undoUntil.get(itn) ?? Number.NaN))
    .length
}
