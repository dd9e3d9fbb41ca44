import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Command } from 'commander'
import { findAuditKey, openAuditKey } from '#platform/cli/audit-checkpoint-command.ts'
import { readTextFile, writePrivateFile } from '#platform/cli/cli-files.ts'
import { actorOnCommandLine, type Open, withDatabase } from '#platform/cli/with-database.ts'
import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import type { DocumentStorage } from '#platform/pdf/document-service/document-storage.ts'
import { openConfiguredStorage } from '#platform/pdf/document-service/encryption/encrypted-storage.ts'
import { createRenderPool } from '#platform/pdf/render-pool.ts'
import { messages } from '../messages.ts'
import type { CertificateData } from './certificate-document.ts'
import { sumCounts } from './data-kinds.ts'
import { eraseAgain } from './erase-again.ts'
import { type ErasureResult, erasePerson, tryErasure } from './erase-person.ts'
import { eraseStaff, tryStaffErasure } from './erase-staff.ts'
import { type Certificate, findCertificate, parseCertificate } from './erasure-statements.ts'
import { exportPerson } from './export-person.ts'
import { removeErasedDocuments } from './retention-worker.ts'

const actor = actorOnCommandLine()
const template = new URL('./certificate-document.ts', import.meta.url)
const who = [
  '<who>',
  'a patient (client code and patient code, with a space) or the username of a member',
] as const
export const certificateFile = [
  '--certificate <file>',
  'the PDF to write; its JSON file gets the same name',
] as const

/** Adds `person export WHO`, `erase WHO`, `erase-again CERTIFICATE …`, `certificate NUMBER` and `erase-staff WHO`. */
export function addPersonCommands(program: Command, open: Open, settings: () => Config) {
  const person = program
    .command('person')
    .description('Exports and erases the data of one person.')
    .helpCommand(false)
  const write = (text: string) => person.configureOutput().writeOut?.(`${text}\n`)

  person
    .command('export')
    .description('Writes all data about a person to a ZIP file: JSON, documents and a README.')
    .argument(...who)
    .requiredOption('--to <file>', 'the new ZIP file')
    .action((who: string, { to: file }: { to: string }) =>
      withStorage(open, settings, async ({ owner }, storage) => {
        const { rows, documents } = await exportPerson(owner, {
          who,
          file,
          actor,
          storage,
          company: settings().COMPANY_NAME,
        })
        write(messages.export.written(file, rows, documents))
      }),
    )

  person
    .command('erase')
    .description('Says what would be erased; with --yes, erases the person and writes a certificate.')
    .argument(...who)
    .option('--yes', 'erase, which cannot be undone')
    .option(...certificateFile)
    .action((who: string, { yes, certificate: file }: { yes?: boolean; certificate?: string }) =>
      withStorage(open, settings, async ({ owner }, storage) => {
        const key = await (yes ? openAuditKey : findAuditKey)(settings())
        const request = { who, actor, key: key ?? generateKeyPairSync('ed25519').privateKey }
        if (!yes) return write(describe(messages.person.dryRun(who), await tryErasure(owner, request), true))
        const result = await erasePerson(owner, request)
        const { certificate } = result
        write(describe(messages.person.erased(who, certificate.number), result, false))
        write(await writeCertificate(certificate, file ?? `${certificate.number}.pdf`, settings()))
        await removeFiles({ owner, storage })
      }),
    )

  addCertificates({ person, open, settings, write })
  addStaffErasure({ person, open, settings, write })
}

type Group = { person: Command; open: Open; settings: () => Config; write: (text: string) => void }

function addCertificates({ person, open, settings, write }: Group) {
  person
    .command('certificate')
    .description('Finishes an interrupted erasure and writes its certificate again.')
    .argument('<number>', 'the number of the erasure, such as ERASED-1A2B3C4D')
    .option(...certificateFile)
    .action((number: string, { certificate: file }: { certificate?: string }) =>
      withStorage(open, settings, async ({ owner }, storage) => {
        const certificate = await findCertificate(owner, number)
        if (!certificate) throw new Error(messages.person.unknownCertificate(number))
        write(await writeCertificate(certificate, file ?? `${number}.pdf`, settings()))
        await removeFiles({ owner, storage })
      }),
    )

  person
    .command('erase-again')
    .description('Erases the persons and clients of certificates again, after a backup was restored.')
    .argument('<files...>', 'the JSON files of the certificates')
    .action((files: string[]) =>
      withStorage(open, settings, async ({ owner }, storage) => {
        const key = await findAuditKey(settings())
        const errors: Error[] = []
        for (const file of files)
          await applyAgain(owner, file, key).then(write, (error: Error) => errors.push(error))
        await removeFiles({ owner, storage }).catch((error: Error) => errors.push(error))
        const faults = errors.map(({ message }) => message)
        if (errors.length > 0)
          throw new Error(messages.person.notAllAgain(faults), { cause: new AggregateError(errors) })
      }),
    )
}

/** Erases the person or client of a certificate's file again. Returns what was done, as text. */
async function applyAgain(owner: Database, file: string, key: KeyObject | undefined): Promise<string> {
  const certificate = parseCertificate(await readTextFile(file))
  if (!certificate) throw new Error(messages.person.noCertificate(file))
  const again = await eraseAgain(owner, { certificate, actor, key })
  const rows = sumCounts(again?.counts ?? {})
  const { number } = certificate
  return again ? messages.person.again(number, rows) : messages.person.absent(number)
}

function addStaffErasure({ person, open, write }: Group) {
  person
    .command('erase-staff')
    .description('Says what would be erased of a former member of staff; with --yes, erases it.')
    .argument('<who>', 'the person, whose access is off: ID, email address, subject or name')
    .option('--yes', 'erase, which cannot be undone')
    .action((who: string, { yes }: { yes?: boolean }) =>
      withDatabase(open, async ({ owner }) => {
        const counts = await (yes ? eraseStaff : tryStaffErasure)(owner, { who, actor })
        const title = yes ? messages.staff.erased(who) : messages.staff.dryRun(who)
        const lines = Object.entries(counts).map(([table, count]) => messages.person.row(table, count))
        const end = yes ? [] : [messages.person.proceed]
        write([title, ...lines, messages.staff.kept, ...end].join('\n'))
      }),
    )
}

/** Waits longer for documents that are being stored than the daily job, which removes later what this leaves. */
export const removeFiles = (deps: Parameters<typeof removeErasedDocuments>[0]) =>
  removeErasedDocuments(deps, '10min').catch((cause) => {
    throw new Error(messages.person.filesLeft, { cause })
  })

export function withStorage(
  open: Open,
  settings: () => Config,
  work: (context: DatabaseContext, storage: DocumentStorage) => Promise<void>,
) {
  const storage = openConfiguredStorage(settings())
  return withDatabase(open, (context) => work(context, storage))
}

function describe(
  title: string,
  { certificate, pending, mentions }: ErasureResult,
  isDryRun: boolean,
): string {
  const lines = (counts: Record<string, number>) =>
    Object.entries(counts).map(([table, count]) => messages.person.row(table, count))
  return [
    title,
    ...lines(certificate.counts),
    ...(pending > 0 && isDryRun ? [messages.person.pending(pending)] : []),
    ...(Object.keys(mentions).length > 0 ? [messages.person.mentions, ...lines(mentions)] : []),
    ...(isDryRun ? [messages.person.proceed] : []),
  ].join('\n')
}

/** The data is already erased, so the certificate may take long on a busy machine. */
const certificateTimeoutMs = 10 * 60_000

/** Writes the PDF, and the JSON file that `erase-again` reads. */
export async function writeCertificate(
  certificate: Certificate,
  file: string,
  { COMPANY_NAME }: Config,
): Promise<string> {
  const renderer = createRenderPool({ timeoutMs: certificateTimeoutMs })
  try {
    const data: CertificateData = { ...certificate, company: COMPANY_NAME }
    const pdf = await renderer.pdf(template, data)
    const json = `${file.replace(/\.pdf$/i, '')}.json`
    await writePrivateFile(file, pdf)
    await writePrivateFile(json, `${JSON.stringify(certificate, null, 2)}\n`)
    return messages.person.certificate(file, json)
  } finally {
    await renderer.close()
  }
}
