import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { run } from './portal-run.ts'
import { type PortalInstance, runCommand } from './restore-portal.ts'
import type { Report } from './scenario.ts'
import type { SwiftStore } from './swift-store.ts'

/** The command that moves documents to the store. */
export const toStore = ['documents', 'move', '--from', 'folder', '--to', 'store']

/** Moves documents to the store while the command is killed and the store is killed and stalled. */
export async function moveThere(instance: PortalInstance, store: SwiftStore, report: Report) {
  const planned = await runCommand(instance, ...toStore, '--dry-run')
  report('a dry run stores nothing', planned.code === 0 && store.objectFiles().length === 0, planned.output)
  const command = () => run([process.execPath, 'src/app/cli.ts', ...toStore], { env: instance.env })

  const killed = command()
  await waitForObjects(store, 3)
  process.kill(-Number(killed.child.pid), 'SIGKILL')
  await killed.ended
  const interrupted = command()
  await waitForObjects(store, store.objectFiles().length + 3)
  await store.kill()
  const code = await interrupted.ended
  report(
    'a move stops with a message when the store dies',
    code === 1 && /cannot be used/.test(interrupted.output()),
    interrupted.output().trim(),
  )
  await store.restart()
  const stalled = command()
  await waitForObjects(store, store.objectFiles().length + 1)
  store.stall()
  await pause(3_000)
  store.resume()
  report(
    'a move outlasts a stall of 3 s and completes what two others left',
    (await stalled.ended) === 0,
    stalled.output().trim(),
  )
  const verified = await runCommand(instance, 'documents', 'verify')
  report('every document is complete and undamaged in the store', verified.code === 0, verified.output)
}

async function waitForObjects(store: SwiftStore, count: number) {
  for (let looks = 0; looks < 3_000 && store.objectFiles().length < count; looks += 1) await pause(20)
}

/** Moves documents back and compares their bytes with the originals. */
export async function moveBack(instance: PortalInstance, report: Report) {
  const back = await runCommand(instance, 'documents', 'move', '--from', 'store', '--to', 'folder')
  const found = hashFiles(join(instance.dataDir, 'documents'))
  const originals = hashFiles(join(instance.dataDir, 'originals'))
  report(
    'documents move back with the same bytes',
    back.code === 0 && found.size > 0 && isSubset(found, originals),
    back.output,
  )
  const verified = await runCommand({ ...instance, env: withoutStore(instance.env) }, 'documents', 'verify')
  report('every document is complete and undamaged in the folder', verified.code === 0, verified.output)
}

const withoutStore = ({ DOCUMENTS_URL: _, ...env }: Record<string, string>) => env

const isSubset = (found: Map<string, string>, all: Map<string, string>) =>
  [...found].every(([name, hash]) => all.get(name) === hash && name.replaceAll('/', '').startsWith(hash))

/** The SHA-256 of each document in a folder, by its path. */
function hashFiles(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.pdf'),
  )
  return new Map(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}
