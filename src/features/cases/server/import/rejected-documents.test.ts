import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { createCaseFixture, smallCases } from '#test-support/case-fixture.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { makePdf } from '#test-support/make-pdf.ts'
import { blankObjectStream, blankObjectStreamWithoutIndex } from '#test-support/malicious-pdfs.ts'
import { page, pageTree, rawPdf } from '#test-support/raw-pdf.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeEach(async () => {
  database = await cloneDatabase(inject('testServer'))
  await addClient(database, 'acme', ['ACME1', 'ACME2'])
  onTestFinished(() => database.drop())
})

async function createFixture(options: Parameters<typeof createCaseFixture>[2] = {}) {
  const fixture = await createCaseFixture(database.databaseContext, undefined, options)
  onTestFinished(fixture.close)
  return fixture
}

const names = ['24000000017', '24000000018']
const { 'patients.csv': patients, 'policies.csv': policies, 'incidents.csv': incidents } = smallCases()
const folder = (first: Uint8Array, second: Uint8Array) => ({
  'patients.csv': patients,
  'policies.csv': policies,
  'incidents.csv': incidents,
  [`files/${names[0]}.pdf`]: first,
  [`files/${names[1]}.pdf`]: second,
})

test.each([
  ['holds more data than a document may have', () => blankObjectStream(65), {}, 'Its streams hold more data'],
  [
    'takes too much memory to read',
    () => blankObjectStreamWithoutIndex(1000),
    { budget: { megabytes: 260 } },
    'reading it takes more memory than the portal allows for one PDF',
  ],
  [
    'is larger than a document may be',
    () => Buffer.alloc(2 << 20, ' '),
    { limits: { fileBytes: 1 << 20 } },
    'it is larger than 1 MB',
  ],
])(
  'a PDF that %s is rejected with a message, and the next one is imported',
  async (_fault, hostile, options, reason) => {
    const fixture = await createFixture(options)
    const { rejects, results } = await fixture.import(folder(hostile(), await makePdf(['Page 1'])))
    expect(rejects).toHaveLength(1)
    expect(rejects[0]).toContain(reason)
    expect(rejects[0]).toContain(names[0])
    expect(results.find(({ name }) => name === 'files')).toMatchObject({ added: 1, rejected: 1 })
  },
)

test('a rejected PDF leaves nothing on disk', async () => {
  const fixture = await createFixture()
  await fixture.import(folder(Buffer.from('%PDF-1.7 none'), Buffer.from('%PDF-1.7 none either')))
  const stored = await readdir(join(fixture.root, 'documents'), { recursive: true, withFileTypes: true })
  expect(stored.filter((entry) => entry.isFile())).toEqual([])
})

test('a PDF with active content is imported with a warning that names the file and the content', async () => {
  const active = rawPdf([
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert) >> >>',
    pageTree(3),
    page('/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (cmd.exe) >> >>]'),
  ])
  const warnings: unknown[] = []
  const fixture = await createFixture()
  const warn = (...warning: unknown[]) => void warnings.push(warning)
  const { rejects } = await fixture.import(folder(active, await makePdf(['Page 1'])), { warn })
  expect(rejects).toEqual([])
  expect(warnings).toEqual([[`${names[0]}.pdf`, ['JavaScript', 'Launch']]])
  const run = sql`select actor, rows_warned as warned from import_run`
  expect(await queryRows(database.databaseContext.owner, z.unknown(), run)).toEqual([
    { actor: 'test', warned: 1 },
  ])
})

/** Creates a virus scanner from a shell script and returns the command that starts a scan. */
async function createScanner(fixture: { root: string }, script: string) {
  const path = join(fixture.root, 'scanner')
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return [path, '-']
}

test('an infected PDF is rejected with the virus scanner’s message', async () => {
  const scannerFixture = await createFixture()
  const find = 'if grep -aq EICAR; then echo "stream: Eicar FOUND"; exit 1; fi; exit 0'
  const fixture = await createFixture({ scanCommand: await createScanner(scannerFixture, find) })
  const infected = Buffer.concat([await makePdf(['Page 1']), Buffer.from('% EICAR')])
  const { rejects } = await fixture.import(folder(infected, await makePdf(['Page 1'])))
  expect(rejects).toEqual([
    `1,the virus scanner reports that it is infected (stream: Eicar FOUND),${names[0]}.pdf`,
  ])
})

test('the import stops when the virus scanner fails, and no unscanned PDF is stored', async () => {
  const scannerFixture = await createFixture()
  const fixture = await createFixture({ scanCommand: await createScanner(scannerFixture, 'exit 2') })
  const files = folder(await makePdf(['Page 1']), await makePdf(['Page 2']))
  await expect(fixture.import(files)).rejects.toThrow('did not return a verdict (2). The import has stopped.')
  const stored = await readdir(join(fixture.root, 'documents'), { recursive: true, withFileTypes: true })
  expect(stored.filter((entry) => entry.isFile())).toEqual([])
})
