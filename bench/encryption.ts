import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DocumentService, openDocumentService } from '#platform/pdf/document-service/document-service.ts'
import { addDocumentKey, openDocumentKeys } from '#platform/pdf/document-service/encryption/document-keys.ts'
import { pagesOfFile, pagesOfRecord } from './case-dataset.ts'
import { createLargeFile, extractRecord } from './case-pages.ts'
import { compareColumns } from './encrypted-columns.ts'
import { percentile } from './timing.ts'

const rounds = 20

type Stores = { clear: DocumentService; encrypted: DocumentService }
type Work = (from: DocumentService, round: number) => Promise<unknown>

/** Prints the cost of the same work with documents and notes in clear text and encrypted, alternately. */
export async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const keysFile = join(folder, 'keys')
  await addDocumentKey(keysFile)
  const keys = openDocumentKeys(keysFile)
  const open = (kind: keyof Stores) =>
    openDocumentService(join(folder, kind), { keys: kind === 'encrypted' ? keys : undefined })
  const stores = { clear: open('clear'), encrypted: open('encrypted') }
  try {
    const { bytes, sha256 } = await createLargeFile()
    console.log(`A file of ${pagesOfFile} pages (${Math.round(bytes.length / 1e6)} MB) in a folder:\n`)
    console.log('| | clear, p50 ms | encrypted, p50 ms | ratio | encrypted, p95 ms |\n|---|---|---|---|---|')
    const store: Work = async ({ storage }) => {
      const staged = await storage.stage(bytes)
      await staged.keep()
      await staged.discard()
    }
    await compare('stored, as by an import', stores, store, ({ storage }) => storage.remove(sha256))
    await compare('read as a whole', stores, ({ storage }) => storage.read(sha256))
    const first = (round: number) => 1 + ((round * 97) % (pagesOfFile - pagesOfRecord))
    await compare(`${pagesOfRecord} pages extracted`, stores, (from, round) =>
      extractRecord(from, sha256, first(round)),
    )
    await compare(`${pagesOfRecord} pages, first time after the start`, stores, async (from, round) => {
      const opened = open(from === stores.clear ? 'clear' : 'encrypted')
      await extractRecord({ ...opened, workers: from.workers }, sha256, first(round))
      opened.close()
    })
    await compareColumns(folder, keysFile)
  } finally {
    for (const store of Object.values(stores)) store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Both kinds take turns, so that a change of the machine's speed affects both. `prepare` is not measured. */
async function compare(name: string, { clear, encrypted }: Stores, work: Work, prepare?: Work) {
  const measure = async (store: DocumentService, round: number) => {
    await prepare?.(store, round)
    const began = performance.now()
    await work(store, round)
    return performance.now() - began
  }
  const times = { clear: [] as number[], encrypted: [] as number[] }
  for (let round = -3; round < rounds; round += 1) {
    const found = [await measure(clear, round + 3), await measure(encrypted, round + 3)] as const
    if (round < 0) continue
    times.clear.push(found[0])
    times.encrypted.push(found[1])
  }
  const [before, after] = [percentile(0.5, times.clear), percentile(0.5, times.encrypted)]
  const cells = [before.toFixed(0), after.toFixed(0), (after / before).toFixed(2)]
  console.log(`| ${name} | ${cells.join(' | ')} | ${percentile(0.95, times.encrypted).toFixed(0)} |`)
}
