import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Open } from '../cli/with-database.ts'
import { messages as configMessages } from '../config/messages.ts'
import { portalVersion } from '../config/portal-command.ts'
import { isProduction, protectionNotice, refusedVariables } from '../config/production-rules.ts'
import { type Config, InvalidSettingsError, readConfig, readServerConfig } from '../config/settings.ts'
import { startWarnings, warnOfNames } from '../config/start-warnings.ts'
import { splitConnectionString } from '../db/check-external-database.ts'
import type { Database } from '../db/database.ts'
import type { DatabaseContext } from '../db/database-context.ts'
import { describeDatabaseError } from '../db/database-errors.ts'
import type { BacklogSource } from '../jobs/read-backlog.ts'
import { openConfiguredStorage } from '../pdf/document-service/encryption/encrypted-storage.ts'
import { checkColumns, reportWrongKeys } from './column-checks.ts'
import { databaseChecks, hasPortal, readServerVersion } from './database-checks.ts'
import { messages } from './doctor-messages.ts'
import {
  type Check,
  countStatuses,
  type Finding,
  failed,
  formatFindings,
  type Outcome,
  ok,
  runChecks,
  warning,
} from './doctor-report.ts'
import { checkBackups, checkDiskSpace, checkDocuments, checkVersions } from './machine-checks.ts'
import {
  checkAuditStream,
  checkCertificate,
  checkMailServer,
  checkPortal,
  waitForPortal,
} from './network-checks.ts'
import { checkArchiving, checkHosts, checkReplica, checkStandby } from './standby-checks.ts'

export type DoctorDeps = {
  environment: Record<string, string | undefined>
  /** Opens the database as it is, without migrating or seeding it, also if the production rules refuse other connections. */
  openAsIs: Open
  /** The SHA-256 of every document that the database refers to. */
  namedDocuments(db: Database): Promise<string[]>
  listBacklogs: (config: Config) => readonly BacklogSource[]
  checkIdentityProvider: (config: Config) => ReturnType<Check['run']>
  checkScim: (owner: Database, config: Config) => ReturnType<Check['run']>
}

type Options = {
  json?: boolean
  allDocuments?: boolean
  backups?: string
  maxBackupAge: number
  wait?: number
}

const { names } = messages
const maxBackupHours = 26

/** Adds `doctor`: checks an installation without changing it. */
export function addDoctorCommand(program: Command, deps: DoctorDeps) {
  const command = program
    .command('doctor')
    .description('Checks this installation and says what to do. Exits with 1 if a check failed.')
    .option('--json', 'print the findings as JSON')
    .option('--all-documents', 'verify the bytes of every document instead of looking for a sample')
    .option('--backups <folder>', 'also check the newest backup in this folder')
    .option('--max-backup-age <hours>', 'how old the newest backup may be', parseCount, maxBackupHours)
    .option('--wait <seconds>', 'wait until a portal that starts is ready, at most this long', parseCount)
  command.action(async (options: Options) => {
    const findings = await examine(deps, options)
    const text = options.json ? `${JSON.stringify({ findings }, null, 2)}\n` : formatFindings(findings)
    command.configureOutput().writeOut?.(text)
    if (countStatuses(findings).failed > 0) process.exitCode = 1
  })
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('')
  return Number(text)
}

async function examine(deps: DoctorDeps, options: Options): Promise<Finding[]> {
  const { config, findings } = examineSettings(deps.environment)
  if (!config) return findings
  if (options.wait) await waitForPortal(config, options.wait)
  const guard = createGuard(config, deps.environment)
  const { database, portal } = await examineDatabase({ ...deps, guard }, config, options)
  const rest: Check[] = [
    { name: names.disk, run: () => checkDiskSpace(config.DATA_DIR) },
    { name: names.mail, run: guard(['SMTP_URL'], () => checkMailServer(config)) },
    { name: names.identityProvider, run: guard(issuerVariables, () => deps.checkIdentityProvider(config)) },
    { name: names.certificate, run: () => checkCertificate(config) },
    { name: names.portal, run: () => checkPortal(config, options.wait !== undefined) },
  ]
  const checkStream = guard(['AUDIT_STREAM_URL'], () => checkAuditStream(config))
  if (config.AUDIT_STREAM_URL) rest.push({ name: names.auditStream, run: checkStream })
  const { backups, maxBackupAge: maxAge } = options
  if (backups) rest.push({ name: names.backups, run: () => checkBackups(resolve(backups), maxAge) })
  return [...findings, portal, ...database, ...(await runChecks(rest))]
}

/** A check that opens the connections of some variables; if one of them is refused, a check that only says so. */
type Guard = (variables: readonly string[], run: Check['run']) => Check['run']

/** If certificates are not verified, every connection is refused. */
function createGuard(config: Config, environment: DoctorDeps['environment']): Guard {
  const refused = refusedVariables(config, environment)
  return (variables, run) => {
    const name = [...variables, 'NODE_TLS_REJECT_UNAUTHORIZED'].find((each) => refused.has(each))
    return name ? async () => failed(messages.notConnected(name), messages.notConnectedAdvice) : run
  }
}

/** The settings in force; undefined if no other check makes sense because some are invalid. */
function examineSettings(environment: DoctorDeps['environment']): { config?: Config; findings: Finding[] } {
  const check = names.settings
  const read = (from: typeof readConfig) => {
    try {
      return { config: from(environment) }
    } catch (error) {
      if (!(error instanceof InvalidSettingsError)) throw error
      const { mayNotRead, unreadableAdvice } = configMessages.secretFiles
      const more = error.message.includes(mayNotRead) ? ` ${unreadableAdvice}` : ''
      return { fault: failed(error.message.replaceAll('\n', '\n         '), messages.settingsAdvice + more) }
    }
  }
  const { config, fault } = read(readServerConfig)
  if (!fault) return { config, findings: [{ check, ...judgeSettings(config, environment) }] }
  const { config: parsed } = read(readConfig)
  if (!parsed) return { findings: [fault, ...judgeNames(environment)].map((each) => ({ check, ...each })) }
  const judged = [fault, judgeSettings(parsed, environment)].filter(({ status }) => status !== 'ok')
  return { config: parsed, findings: judged.map((each) => ({ check, ...each })) }
}

const withoutPrefix = (text: string) => text.replace(/^WARNING: /, '')

const judgeNames = (environment: DoctorDeps['environment']): Outcome[] =>
  warnOfNames(environment).map((text) => warning(withoutPrefix(text), messages.settingsWarned))

/** Warns of valid settings that leave a gap, and says which connections rely on the network. */
function judgeSettings(config: Config, environment: DoctorDeps['environment']): Outcome {
  const isUnscanned = isProduction(config) && !config.DOCUMENT_SCAN_COMMAND
  const isUnproven = isProduction(config) && !config.OIDC_ACR_VALUES && !config.OIDC_AMR_VALUES
  const warnings = [
    ...startWarnings(config, environment).map(withoutPrefix),
    ...(isUnscanned ? [messages.documentsUnscanned] : []),
    ...(isUnproven ? [messages.evidenceUnchecked] : []),
    ...(isProduction(config) && config.SENSITIVE_URLS ? [messages.sensitiveUrls] : []),
  ]
  const notices = [protectionNotice(config, environment) ?? []].flat()
  return warnings.length > 0
    ? warning([...warnings, ...notices].join(' '), messages.settingsWarned)
    : ok([messages.settingsFine, ...notices].join(' '))
}

type GuardedDeps = DoctorDeps & { guard: Guard }

async function examineDatabase(deps: GuardedDeps, config: Config, options: Options) {
  const versions = (postgres?: string) => ({
    check: names.versions,
    ...checkVersions(portalVersion, postgres),
  })
  const refuse = (found: string, advice: string) => ({
    portal: versions(),
    database: [{ check: names.database, ...failed(found, advice) }],
  })
  // Opening an embedded database that does not exist would create it.
  if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'postgres')))
    return refuse(messages.noCluster(resolve(config.DATA_DIR)), messages.databaseAdvice)
  const reach = async () => ok(messages.databaseReached('external'))
  const reached = config.DATABASE_URL ? await deps.guard(['DATABASE_URL'], reach)() : undefined
  if (reached?.status === 'failed') {
    const skipped = listDependents(deps, config).map((check) => ({ check, ...reached }))
    const { portal, database } = refuse(reached.found, messages.databaseAdvice)
    return { portal, database: [...database, ...skipped] }
  }
  const opened = await deps.openAsIs().catch(describeDatabaseError)
  if (typeof opened === 'string') {
    const { portal, database } = refuse(opened, messages.databaseAdvice)
    return { portal, database: [...database, ...(await runChecks(hostChecks(config)))] }
  }
  try {
    if (!(await hasPortal(opened.owner))) return refuse(messages.noPortal, messages.startOnce)
    return {
      portal: versions(await readServerVersion(opened.owner)),
      database: await examineOpened(opened, deps, config, options),
    }
  } catch (error) {
    return refuse(describeDatabaseError(error), messages.databaseAdvice)
  } finally {
    await opened.close()
  }
}

/** The names of the checks that need the database, but are about something else, or about other servers. */
const listDependents = ({ listBacklogs }: DoctorDeps, config: Config): string[] => [
  ...listBacklogs(config).map(({ queue }) => names.queue(queue)),
  ...(hasSeveralHosts(config) ? [names.hosts, names.standby] : []),
  names.archiving,
  ...(config.DATABASE_REPLICA_URL ? [names.replica] : []),
  names.scim,
  names.columns,
  names.documents,
]

/** The variables that can name the address of an identity provider, and those of the document store. */
const issuerVariables = ['OIDC_ISSUER', 'OIDC_PROVIDERS']
const storeVariables = ['DOCUMENTS_URL', 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL']

const examineOpened = (opened: DatabaseContext, deps: GuardedDeps, config: Config, options: Options) => {
  const { namedDocuments, listBacklogs } = deps
  const isComplete = options.allDocuments ?? false
  const kind = config.DATABASE_URL ? 'external' : 'embedded'
  const inspect = () =>
    reportWrongKeys(async () => {
      const storage = openConfiguredStorage(config)
      return checkDocuments(opened, { namedDocuments, isComplete, storage })
    })
  return runChecks([
    { name: names.database, run: async () => ok(messages.databaseReached(kind)) },
    ...databaseChecks(opened, listBacklogs(config)),
    ...hostChecks(config),
    ...serverChecks(opened, deps.guard, config),
    { name: names.scim, run: () => deps.checkScim(opened.owner, config) },
    { name: names.columns, run: () => checkColumns(opened) },
    { name: names.documents, run: config.DOCUMENTS_URL ? deps.guard(storeVariables, inspect) : inspect },
  ])
}

const hasSeveralHosts = ({ DATABASE_URL = '' }: Config) => splitConnectionString(DATABASE_URL).length > 1

/** The state of the hosts explains most when none of them can be used, so they are checked even then. */
function hostChecks(config: Config): Check[] {
  const { DATABASE_URL: url = '' } = config
  return hasSeveralHosts(config) ? [{ name: names.hosts, run: () => checkHosts(url) }] : []
}

function serverChecks({ owner, app }: DatabaseContext, guard: Guard, config: Config): Check[] {
  const { DATABASE_URL, DATABASE_REPLICA_URL: url = '', DATABASE_REPLICA_MAX_LAG: maxLag } = config
  const checkLag = guard(['DATABASE_REPLICA_URL'], () => checkReplica(app, url, maxLag))
  return [
    ...(hasSeveralHosts(config) ? [{ name: names.standby, run: () => checkStandby(owner) }] : []),
    ...(DATABASE_URL ? [{ name: names.archiving, run: () => checkArchiving(app) }] : []),
    ...(url ? [{ name: names.replica, run: checkLag }] : []),
  ]
}
