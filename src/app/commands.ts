import type { Command } from 'commander'
import { addAuditCommands } from '#audit/server/audit-command.ts'
import { updateDueTimes } from '#authorizations/server/due-time.ts'
import { addImportAuthorizations } from '#authorizations/server/import/import-commands.ts'
import { addImportCases } from '#cases/server/import-command.ts'
import { listDocumentHashes } from '#cases/server/incident-queries.ts'
import { addClientsCommands } from '#clients/server/clients-commands.ts'
import { addContentCommands } from '#clients/server/content-store.ts'
import { addStatesCommand } from '#geography/server/states-command.ts'
import { endClientSessions, endEverySession } from '#members/server/member-sessions.ts'
import { addMembersCommands } from '#members/server/members-commands.ts'
import { addBackupCommands } from '#platform/backup/backup-commands.ts'
import { addDocumentsCommands } from '#platform/backup/documents-command.ts'
import { addColumnsCommands } from '#platform/cli/columns-command.ts'
import { readConfig } from '#platform/config/settings.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { addDoctorCommand } from '#platform/doctor/doctor-command.ts'
import type { ChunkIndex } from '#platform/pdf/document-service/chunk-index.ts'
import { documentOptions } from '#platform/pdf/document-service/document-settings.ts'
import {
  openConfiguredStorage,
  openDocumentStorage,
} from '#platform/pdf/document-service/encryption/encrypted-storage.ts'
import { addDirectoryCommands } from '#provider-search/server/directory/directory-commands.ts'
import { addImportProvidersCommand } from '#provider-search/server/import-providers-command.ts'
import {
  addCaptchaKeyCommands,
  addImportRunCommands,
  addProviderCommands,
} from '#provider-search/server/provider-commands.ts'
import { isStagingTable } from '#provider-search/server/roster/staging-tables.ts'
import { addImportRates } from '#reports/server/exchange/rate-import.ts'
import { addRetentionCommands } from '#retention/server/retention-commands.ts'
import { checkIdentityProvider, checkScim } from '#sign-in/server/check-identity-provider.ts'
import { issuerName } from '#sign-in/server/identity-provider.ts'
import { findIssuer } from '#sign-in/server/identity-providers/providers.ts'
import { addStaffCommands } from '#sign-in/server/staff-commands.ts'
import { addServiceTokenCommands, addSigningKeyCommands } from '#sign-in/server/tokens/token-commands.ts'
import { listBacklogs } from './list-backlogs.ts'

type Openers = {
  open(): Promise<DatabaseContext>
  /** Opens the database without migrating or seeding it. */
  openAsIs(): Promise<DatabaseContext>
  /** Like `openAsIs`, but leaves it to the caller to refuse connections without TLS. */
  openUnchecked(): Promise<DatabaseContext>
}

/** Adds all commands; each opens the database when it runs and closes it afterwards. */
export function addCommands(program: Command, { open, openAsIs, openUnchecked }: Openers) {
  addDirectoryCommands(program, open)
  addImportProvidersCommand(program, open)
  addImportCases(program, open, () => readConfig(process.env))
  addImportAuthorizations(program, open)
  addImportRates(program, open)
  addImportRunCommands(program, open)
  addProviderCommands(program, open)
  addStatesCommand(program, open)
  addContentCommands(program, open, videoHosts)
  const dependents = { endMemberSessions: endClientSessions, updateDueTimes }
  addClientsCommands(program, { open, videoHosts, dependents })
  addStaffCommands(program, open, () => issuerName(readConfig(process.env)))
  addServiceTokenCommands(program, open, (provider) => findIssuer(readConfig(process.env), provider))
  addSigningKeyCommands(program, open, endEverySession)
  addCaptchaKeyCommands(program, open)
  addMembersCommands(program, { open })
  addAuditCommands(program, open, () => readConfig(process.env))
  addRetentionCommands(program, open, () => readConfig(process.env))
  addBackupCommands(program, {
    openAsIs,
    openStorage,
    namedDocuments: listDocumentHashes,
    isStaging: isStagingTable,
  })
  const openPlaces = (chunkIndex: ChunkIndex) => {
    const config = readConfig(process.env)
    const { s3, keys } = documentOptions(config)
    const folder = openDocumentStorage(config.DATA_DIR, undefined, { keys })
    return { folder, store: s3 && openDocumentStorage(config.DATA_DIR, s3, { keys, chunkIndex }) }
  }
  addDocumentsCommands(program, {
    open,
    openAsIs,
    openStorage,
    openPlaces,
    namedDocuments: listDocumentHashes,
    keysFile: () => readConfig(process.env).DOCUMENTS_KEYS_FILE,
  })
  addColumnsCommands(program, openAsIs)
  addDoctorCommand(program, {
    environment: process.env,
    openAsIs: openUnchecked,
    namedDocuments: listDocumentHashes,
    listBacklogs,
    checkIdentityProvider,
    checkScim,
  })
}

const openStorage = (chunkIndex?: ChunkIndex) => openConfiguredStorage(readConfig(process.env), chunkIndex)

const videoHosts = () => readConfig(process.env).VIDEO_HOSTS
