import type { DatabaseContext } from '#platform/db/database-context.ts'
import { createFeedReader } from './decision-feed-reader.ts'
import { addPendingItns, approval, createDecider } from './decision-staff.ts'
import type { PortalInstance } from './decisions.ts'
import { withPlantedFault } from './portal-builds.ts'
import { root, run, terminate, waitUntilReady } from './portal-run.ts'
import type { Report } from './scenario.ts'

const bills = 20

/** Messages do not wait for the end of the undo time. */
const fault = {
  file: 'src/features/authorizations/server/backoffice/assign-feed-positions.ts',
  code: ' and undo_until <= clock_timestamp()',
  planted: '',
}

/** Reads the feed after each decision, with this build and with one that does not wait for the end of the undo time. */
export async function checkEarlySending(
  databaseContext: DatabaseContext,
  installation: PortalInstance,
  report: Report,
) {
  const early = await countEarly(databaseContext, installation, { name: 'EARLY', folder: root })
  report('no decision leaves before its undo time is over', early === 0, `${early} of ${bills}`)
  await withPlantedFault(fault, async (folder) => {
    const caught = await countEarly(databaseContext, installation, { name: 'PLANTED', folder })
    report('a planted build that sends at once is caught', caught === bills, `${caught} of ${bills}`)
  })
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
