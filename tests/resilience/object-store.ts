import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { searchPatients } from '#cases/contract.ts'
import { documentPath } from '#platform/pdf/document-service/document-storage.ts'
import { moveBack, moveThere, toStore } from './object-store-moves.ts'
import { terminate, waitUntilReady, waitUntilSaid } from './portal-run.ts'
import { describeRemaining, killRemaining } from './processes.ts'
import {
  haveSameBytes,
  type Opened,
  openAll,
  openRecord,
  type Pages,
  type Reader,
  withReader,
} from './record-reader.ts'
import { createInstance, type PortalInstance, runCommand, start } from './restore-portal.ts'
import type { Report, Scenario } from './scenario.ts'
import { corruptObject, missingPrograms, type SwiftStore, startSwift, swiftPackages } from './swift-store.ts'

const firstStartMs = 600_000
/** The longest time until a document that cannot be read is refused. */
const mostSilentMs = 45_000

/** Documents in an S3-compatible store that is killed, stalled and damaged. */
export const objectStore: Scenario = {
  shows: 'Documents move to OpenStack Swift and back while it is killed, stalled and damaged.',
  async run(report) {
    const missing = missingPrograms()
    if (missing.length > 0)
      return report(
        'documents outlast the failures of an S3-compatible store',
        'skipped',
        `not installed: ${missing.join(', ')}; on Debian: apt-get install ${swiftPackages}`,
      )
    const root = mkdtempSync(join(tmpdir(), 'portal-object-store-'))
    const store = await startSwift(join(root, 'swift'))
    try {
      const folder = await createInstance(root, 'data', {})
      const opened = await openFromFolder(folder, report)
      const inStore = withStore(folder, store, 'first')
      await moveThere(inStore, store, report)
      renameSync(join(folder.dataDir, 'documents'), join(folder.dataDir, 'originals'))
      await serve(inStore, store, opened, report)
      await becomeReady(folder, store, report)
      await moveBack(inStore, report)
      report('leaves no process behind', (await describeRemaining(folder.dataDir)) === '')
    } finally {
      await store.close()
      killRemaining(root)
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

const withStore = (instance: PortalInstance, store: SwiftStore, prefix: string): PortalInstance => ({
  ...instance,
  env: { ...instance.env, ...store.settings(prefix) },
})

/** The responses of a portal with the demo cases in its folder. */
async function openFromFolder(instance: PortalInstance, report: Report): Promise<Opened[]> {
  const portal = start(instance)
  await waitUntilReady(portal, instance.port, firstStartMs)
  const opened = await withReader(instance, (reader, records) => openAll(reader, records))
  await terminate(portal)
  report(
    `${opened.length} documents open from the folder`,
    opened.length > 5 && opened.every(({ status }) => status === 200),
  )
  return opened
}

async function serve(
  instance: PortalInstance,
  store: SwiftStore,
  expected: readonly Opened[],
  report: Report,
) {
  const portal = start(instance)
  await waitUntilReady(portal, instance.port, firstStartMs)
  await withReader(instance, async (reader, records) => {
    report('the same pages open from the store', haveSameBytes(await openAll(reader, records), expected))
    await stallStore(instance, store, { reader, records, expected, report })
    await killStore(store, { reader, records, expected, report })
    await damageObject(instance, store, { reader, records, expected, report })
  })
  report('SIGTERM stops the portal', (await terminate(portal)) === 0)
}

type Checks = { reader: Reader; records: readonly Pages[]; expected: readonly Opened[]; report: Report }

async function stallStore(
  { port }: PortalInstance,
  store: SwiftStore,
  { reader, records, expected, report }: Checks,
) {
  store.stall()
  const refused = await Promise.all(records.slice(0, 2).map((each) => openRecord(reader, each)))
  const longest = Math.max(...refused.map(({ ms }) => ms))
  report(
    'while the store is silent, a document is refused with 503 and a time to retry',
    refused.every(({ status, retryAfter }) => status === 503 && retryAfter !== null) &&
      longest < mostSilentMs,
    `at most ${(longest / 1000).toFixed(1)} s`,
  )
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`)
  const said = await ready.text()
  report(
    'the portal stays ready and says that documents are away',
    ready.status === 200 && /documents/.test(said),
    said,
  )
  const others = await reader.send(searchPatients.path, { searchType: 'NAMEL', searchTerm: 'sa' })
  report('other requests are served', others.status === 200, `status ${others.status}`)
  store.resume()
  await pause(3_000)
  report(
    'documents open again once the store responds',
    haveSameBytes(await openAll(reader, records), expected),
  )
}

async function killStore(store: SwiftStore, { reader, records, expected, report }: Checks) {
  const opening = Promise.all(records.map((each) => openRecord(reader, each)))
  await pause(150)
  await store.kill()
  const found = await opening
  const wrong = found.filter(({ status, hash }, at) => status === 200 && hash !== expected[at]?.hash)
  const statuses = [...new Set(found.map(({ status }) => status))].sort().join(', ')
  report(
    'a kill during reads yields 503 or the right pages',
    wrong.length === 0 && /^(200|503|200, 503)$/.test(statuses),
    statuses,
  )
  await store.restart()
  await pause(3_000)
  report('documents open again once the store runs', haveSameBytes(await openAll(reader, records), expected))
}

async function damageObject(
  { dataDir, ...rest }: PortalInstance,
  store: SwiftStore,
  { reader, records, expected, report }: Checks,
) {
  const instance = { dataDir, ...rest }
  const [first] = records
  if (!first) throw new Error('There is no record.')
  const original = readFileSync(
    join(dataDir, 'originals', documentPath(first.sha256).slice('documents/'.length)),
  )
  report('one byte of an object is changed', corruptObject(store.objectFiles(), original))
  const verified = await runCommand(instance, 'documents', 'verify')
  report(
    'verify names the damaged document',
    verified.code === 3 && verified.output.includes(first.sha256),
    verified.output,
  )
  const damaged = await openRecord(reader, first)
  report(
    'its damaged bytes are not served',
    damaged.status === 404 || damaged.hash === expected[0]?.hash,
    `status ${damaged.status}`,
  )
  renameSync(join(dataDir, 'originals'), join(dataDir, 'documents'))
  const repaired = await runCommand(instance, ...toStore)
  renameSync(join(dataDir, 'documents'), join(dataDir, 'originals'))
  report(
    'moving it again repairs it',
    repaired.code === 0 && /Copied 1 document/.test(repaired.output),
    repaired.output,
  )
  report('the repaired document opens', (await openRecord(reader, first)).hash === expected[0]?.hash)
}

/** A portal whose store has none of its documents is not ready until it has them. */
async function becomeReady(folder: PortalInstance, store: SwiftStore, report: Report) {
  const instance = withStore(folder, store, 'second')
  const portal = start(instance)
  const said = await waitUntilSaid(instance.port, /are missing/)
  report('a portal whose store lacks the documents is not ready and says so', /are missing/.test(said), said)
  renameSync(join(folder.dataDir, 'originals'), join(folder.dataDir, 'documents'))
  const moved = await runCommand(instance, ...toStore)
  await waitUntilReady(portal, instance.port)
  report('it becomes ready by itself once they are there', moved.code === 0, moved.output)
  await terminate(portal)
  renameSync(join(folder.dataDir, 'documents'), join(folder.dataDir, 'originals'))
}
