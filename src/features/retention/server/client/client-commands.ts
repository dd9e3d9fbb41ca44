import { generateKeyPairSync } from 'node:crypto'
import type { Command } from 'commander'
import { findAuditKey, openAuditKey } from '#platform/cli/audit-checkpoint-command.ts'
import { actorOnCommandLine, type Open } from '#platform/cli/with-database.ts'
import type { Config } from '#platform/config/settings.ts'
import { clientMessages } from '../../client-messages.ts'
import { messages } from '../../messages.ts'
import type { Certificate } from '../erasure-statements.ts'
import { certificateFile, removeFiles, withStorage, writeCertificate } from '../person-commands.ts'
import { findArchivedStaff } from './client-staff.ts'
import { eraseClient, tryClientErasure } from './erase-client.ts'
import { exportClient } from './export-client.ts'

const actor = actorOnCommandLine()

/** Adds `client-data export ID` and `client-data erase ID`. */
export function addClientDataCommands(program: Command, open: Open, settings: () => Config) {
  const group = program
    .command('client-data')
    .description('Exports and erases the data of one client.')
    .helpCommand(false)
  const write = (text: string) => group.configureOutput().writeOut?.(`${text}\n`)

  group
    .command('export')
    .description('Writes everything that belongs to a client to a folder: JSON Lines, PDFs and a manifest.')
    .argument('<id>', 'the ID of the client')
    .requiredOption('--to <folder>', 'the new folder')
    .action((clientId: string, { to: folder }: { to: string }) =>
      withStorage(open, settings, async ({ owner }, storage) => {
        const company = settings().COMPANY_NAME
        const result = await exportClient(owner, { clientId, folder, actor, company, storage })
        write(clientMessages.exported(folder, result))
        if (result.missing.length > 0) write(clientMessages.missing(result.missing))
        const archived = await findArchivedStaff(owner)
        if (archived) write(clientMessages.staffNotExported(clientId, archived))
      }),
    )

  group
    .command('erase')
    .description('Says what would be erased; with --yes, erases it and writes a certificate.')
    .argument('<id>', 'the ID of the client, which must be closed')
    .option('--with-undecided', 'also erase bills that wait for a decision')
    .option('--yes', 'erase, which cannot be undone')
    .option(...certificateFile)
    .action((clientId: string, { yes, withUndecided = false, certificate: file }: EraseOptions) =>
      withStorage(open, settings, async ({ owner }, storage) => {
        const key = await (yes ? openAuditKey : findAuditKey)(settings())
        const request = {
          clientId,
          actor,
          withUndecided,
          key: key ?? generateKeyPairSync('ed25519').privateKey,
        }
        const archived = await findArchivedStaff(owner)
        const warning = archived ? [clientMessages.staffNotErased(clientId, archived)] : []
        if (!yes) return write(describeDryRun(clientId, await tryClientErasure(owner, request), warning))
        const certificate = await eraseClient(owner, request)
        const title = messages.person.erased(clientId, certificate.number)
        write([describe(title, certificate), ...warning].join('\n'))
        write(await writeCertificate(certificate, file ?? `${certificate.number}.pdf`, settings()))
        await removeFiles({ owner, storage })
      }),
    )
}

type EraseOptions = { yes?: boolean; withUndecided?: boolean; certificate?: string }

const describe = (title: string, { counts }: Certificate) =>
  [title, ...Object.entries(counts).map(([table, count]) => clientMessages.row(table, count))].join('\n')

const describeDryRun = (clientId: string, certificate: Certificate, warning: readonly string[]) =>
  [describe(messages.person.dryRun(clientId), certificate), ...warning, messages.person.proceed].join('\n')
