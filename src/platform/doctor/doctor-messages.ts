import { portalCommand } from '#platform/config/portal-command.ts'

const number = (value: number) => value.toLocaleString('en-US')
const plural = (count: number, one: string, many = `${one}s`) =>
  `${number(count)} ${count === 1 ? one : many}`
const listed = (items: readonly string[]) => {
  const shown = items.length > 10 ? [...items.slice(0, 9), `${number(items.length - 9)} more`] : items
  return new Intl.ListFormat('en-US').format(shown)
}

/** What the doctor finds, and what to do about it. */
export const messages = {
  names: {
    settings: 'Settings',
    versions: 'Versions',
    database: 'Database',
    roles: 'Database roles',
    extensions: 'Database extensions',
    clock: 'Database clock',
    migrations: 'Migrations',
    indexes: 'Indexes',
    hosts: 'Database hosts',
    standby: 'Standby',
    archiving: 'Archive of the write-ahead log',
    replica: 'Replica',
    serviceTokens: 'Service tokens',
    documents: 'Documents',
    columns: 'Encrypted texts',
    disk: 'Disk space',
    backups: 'Backups',
    mail: 'Mail server',
    auditStream: 'Audit stream',
    identityProvider: 'Identity provider',
    scim: 'SCIM',
    certificate: 'Certificate',
    portal: 'Portal',
    queue: (name: string) => `Queue of ${name}`,
  },
  summary: ({ ok, warning, failed }: Record<'ok' | 'warning' | 'failed', number>) =>
    `${plural(ok + warning + failed, 'check')}: ${number(ok)} ok, ${plural(warning, 'warning')}, ${number(failed)} failed.`,
  notChecked: (code: string) => `The check could not be completed (${code}).`,
  seeLog: 'Run the command again. If that does not help, look for this code in the log of the portal.',

  settingsFine: 'All settings are valid.',
  settingsAdvice: 'Correct these settings. The README lists all of them.',
  notConnected: (name: string) => `Not checked: ${name} is refused, so nothing is sent over this connection.`,
  notConnectedAdvice: 'Correct that setting first.',
  settingsWarned: 'Correct the settings, unless you protect this in another way (docs/hardening.md).',
  documentsUnscanned: 'DOCUMENT_SCAN_COMMAND is not set, so received PDFs are not scanned for viruses.',
  evidenceUnchecked: 'OIDC_ACR_VALUES and OIDC_AMR_VALUES are not set, so no second factor is verified.',
  sensitiveUrls:
    'SENSITIVE_URLS is on, so logs of proxies can have numbers of bills, tickets and addresses. Set it to off, unless another program calls GET /api/itn/pdf or GET /api/_gc.',

  tokensFine: (count: number) => `${plural(count, 'service token')}, none older than a year.`,
  tokensOld: (names: readonly string[]) => `Older than a year: ${listed(names)}.`,
  tokensAdvice: `Replace each with ${portalCommand} service rotate NAME, or revoke it if no program needs it.`,

  versions: (portal: string, node: string, postgres: string | undefined) =>
    `Portal ${portal}, Node.js ${node}${postgres ? `, PostgreSQL ${postgres}` : ''}.`,
  oldNode: (needed: number) => `Use Node.js ${needed} or newer.`,

  noCluster: (dataDir: string) =>
    `${dataDir} has no database. Set DATA_DIR or DATABASE_URL to the value that the portal uses, and start the portal once.`,
  noPortal: 'The database does not contain a portal.',
  startOnce: 'Check DATABASE_URL and DATA_DIR, or start the portal once, which creates its tables.',
  databaseReached: (kind: 'embedded' | 'external') => `The ${kind} database responds.`,
  databaseAdvice: 'Correct this first: the other checks of the database depend on it.',

  rolesFine: (role: string) => `Sessions serve as ${role}, which cannot bypass row-level security.`,
  roleFaults: {
    bypasses: (role: string) => `${role} bypasses row-level security`,
    owns: (role: string, count: number) => `${role} owns ${plural(count, 'table')}`,
    mayChangeAudit: (role: string) => `${role} may change or delete entries of the audit trail`,
    unprotected: (tables: readonly string[]) =>
      `row-level security is turned off for ${listed(tables)}, so clients may see one another’s rows`,
  },
  rolesAdvice:
    'As the database administrator, revoke these rights and enable row-level security again. docs/going-to-production.md shows how the roles are created.',

  extensionsFine: (names: readonly string[]) => `${listed(names)} are installed.`,
  extensionsMissing: (names: readonly string[]) => `Not installed: ${listed(names)}.`,
  extensionsAdvice: (names: readonly string[]) =>
    `In the database of the portal, run: ${names.map((name) => `create extension ${name};`).join(' ')}`,

  clockFine: (seconds: number) => `The clocks differ by ${seconds.toFixed(1)} seconds.`,
  clockAdvice: 'Synchronize the clocks of this machine and of the database server, for example with chrony.',

  migrated: (count: number) => `All ${number(count)} migrations have been applied.`,
  pending: (names: readonly string[]) => `Pending: ${listed(names)}.`,
  pendingAdvice: 'Restart the portal with this version: it runs them when it starts.',
  newer: (names: readonly string[]) => `A newer version of the portal applied ${listed(names)}.`,
  newerAdvice: 'Use that version, or restore the backup that was made before the upgrade.',

  indexesFine: (count: number) => `All ${number(count)} indexes exist and are valid.`,
  indexesWait: 'Not compared, because migrations are pending.',
  indexesMissing: (names: readonly string[]) => `Missing: ${listed(names)}.`,
  indexesInvalid: (names: readonly string[]) => `Invalid, and therefore not used: ${listed(names)}.`,
  missingAdvice: 'Create each with its statement in docs/schema.sql.',
  invalidAdvice: (names: readonly string[]) =>
    names.map((name) => `Run: reindex index concurrently ${name};`).join(' '),

  hosts: (states: readonly string[]) => `${states.join('; ')}.`,
  hostStates: {
    primary: (host: string) => `${host} is the primary`,
    standby: (host: string, seconds: number) =>
      `${host} is a standby and had the latest data within ${seconds.toFixed(1)} seconds`,
    behind: (host: string, seconds: number) =>
      `${host} is a standby that is more than ${plural(seconds, 'second')} behind`,
    away: (host: string, code: string) => `${host} does not respond${code ? ` (${code})` : ''}`,
    stray: {
      'other-cluster': (host: string) => `${host} is a copy of another database server`,
      'not-standby': (host: string) => `${host} has just become a primary`,
      'other-timeline': (host: string) => `${host} is a standby that has not yet followed the last failover`,
    },
  },
  primariesAdvice:
    'Only one host may accept writes. Stop all portals, find out which host has the latest decisions (patronictl list), and set up the others as its standbys again.',
  noPrimaryAdvice:
    'No decision can be saved. Check that the hosts are running, and promote the standby if the primary is lost (patronictl failover).',
  strayAdvice: 'Remove this host from DATABASE_URL, or set it up as a standby of the primary.',
  hostAwayAdvice:
    'Start this host again, or check its network and login: until it follows, nothing takes over from the primary.',
  hostBehindAdvice:
    'A failover takes this much longer. Check that the standby replays (select pg_is_wal_replay_paused()) and keeps up.',

  standbyFine: (names: readonly string[], seconds: number) =>
    `Commits wait for ${listed(names)}${seconds < 1 ? '' : `, which replays them ${plural(Math.round(seconds), 'second')} later`}.`,
  noStandby: 'No standby is attached to the primary, so nothing takes over if the primary is lost.',
  noStandbyAdvice: 'Start the standby, and look at its log and at the log of the primary (patronictl list).',
  standbyAsynchronous: (count: number) =>
    `${plural(count, 'standby', 'standbys')} attached, but commits wait for none, so a failover can lose the last decisions.`,
  synchronousAdvice:
    'Use synchronous_mode of Patroni as in deploy/patroni.yml, or set synchronous_standby_names.',
  standbyHidden: (count: number, role: string) =>
    `${plural(count, 'standby', 'standbys')} attached. ${role} may not see whether commits wait for one.`,
  standbyHiddenAdvice: (role: string) =>
    `As the database administrator, run: grant pg_read_all_stats to ${role}; on the primary, or ask pg_stat_replication there.`,

  archivingOff: 'The server archives nothing (archive_mode = off), so only backups can be restored.',
  archivingFine: (minutes: number) => `The last file was archived ${plural(minutes, 'minute')} ago.`,
  archivingFails: (failures: number, minutes: number | null) =>
    `Archiving fails (${plural(failures, 'failure')} so far); ${minutes === null ? 'no file has been archived' : `the last file was archived ${plural(minutes, 'minute')} ago`}.`,
  nothingArchived: 'No file has been archived yet.',
  archivingAdvice:
    'Check archive_command, the disk of the archive and the log of the primary: nothing after the last archived file can be restored, and the log fills the disk.',

  replicaFine: (seconds: number) => `The replica had the latest data within ${seconds.toFixed(1)} seconds.`,
  replicaBehind: (seconds: number) =>
    `The replica is more than ${plural(seconds, 'second')} behind, so the primary serves searches.`,
  replicaBehindAdvice:
    'Check that it replays (select pg_is_wal_replay_paused()) and keeps up, or raise DATABASE_REPLICA_MAX_LAG.',
  notReplica: {
    'other-cluster': 'The server in DATABASE_REPLICA_URL is a copy of another database server.',
    'not-standby': 'The server in DATABASE_REPLICA_URL is not a standby: it accepts writes.',
    'other-timeline':
      'The replica has not yet followed the primary since the last failover. It does so at its next restart point.',
  },
  notReplicaAdvice:
    'The primary serves searches. Set DATABASE_REPLICA_URL to a streaming replica of the primary, or remove it.',
  replicaAway: (code: string) => `The replica cannot be used${code ? ` (${code})` : ''}.`,
  replicaAwayAdvice:
    'The primary serves searches. Check the address, the login and that the replica is running and accepts connections (hot_standby = on).',

  documentsFine: (named: number, accepted: number, isComplete: boolean) =>
    [
      isComplete
        ? `All ${plural(named - accepted, 'document')} that the database names are complete and undamaged.`
        : `Documents can be written. Looked for ${plural(named, 'document')}; ${accepted === 0 ? 'none missing' : 'no others missing'}.`,
      ...(accepted > 0 ? [`Accepted as lost: ${plural(accepted, 'document')}.`] : []),
    ].join(' '),
  documentsUnwritableAdvice:
    'Check DATA_DIR or DOCUMENTS_URL, and let the user that the portal runs as, or its access key, write there. Run this command as that user.',
  documentsLost: (hashes: readonly string[], named: number) =>
    `Missing or damaged (${number(hashes.length)} of ${plural(named, 'document')}): ${listed(hashes)}.`,
  documentsMissingAdvice: (missing: number) =>
    `Check DATA_DIR or DOCUMENTS_URL, or copy the documents from a backup: they are named after the SHA-256 of their bytes. Until then, a portal does not become ready after a restart. If the missing ones are lost for good, accept it with "${portalCommand} documents accept-missing ${missing}".`,
  documentKeyMissing: (id: string, count: number, looked: number) =>
    `The key ${id} is missing, which encrypts ${number(count)} of ${plural(looked, 'document')}.`,
  documentKeyAdvice: 'Restore that key in the file that DOCUMENTS_KEYS_FILE names.',
  documentKeysAdvice:
    'Run this command as the user that the portal runs as; that user must be able to read the file.',
  documentsOtherKey: (others: number, looked: number, isClear: boolean) =>
    `${number(others)} of ${plural(looked, 'document')} ${isClear ? 'are still encrypted' : 'are not yet encrypted with the current key'}.`,
  documentsOtherKeyAdvice:
    'A running portal stores them again in the background; "portal documents keys" counts all of them. If the number does not fall, look for "document encryption" in the log.',
  documentsAdvice:
    'Check DATA_DIR or DOCUMENTS_URL, or copy the documents from a backup: they are named after the SHA-256 of their bytes.',

  noFolder: (folder: string) => `The folder ${folder} does not exist.`,
  noFolderAdvice: 'Set DATA_DIR to the folder that the portal uses.',
  space: (free: number, total: number) =>
    `${gigabytes(free)} of ${gigabytes(total)} are free on the disk of DATA_DIR.`,
  spaceAdvice:
    'Free up space, or move DATA_DIR to a larger disk. Old backups on this disk can be moved elsewhere.',

  backupFine: (path: string, hours: number) => `${path} is ${plural(hours, 'hour')} old.`,
  noBackup: (folder: string) => `${folder} has no complete backup.`,
  unreadableBackups: (folder: string, reason: string) => `The backups in ${folder} cannot be read: ${reason}`,
  backupAdvice: `Make one with "${portalCommand} backup FOLDER", and check the job that should make them.`,
  unfinishedBackups: (names: readonly string[]) => `Unfinished: ${listed(names)}.`,
  unfinishedAdvice: 'If no backup is running, delete these folders and check why the backup was interrupted.',

  mailbox: 'Mail goes to the development mailbox because SMTP_URL is not set.',
  mailFine: 'The mail server accepts the connection and the login.',
  mailPlain: 'The mail server accepts the login, but the connection need not be encrypted.',
  mailPlainAdvice: 'Remove requireTLS=false or ignoreTLS=true from SMTP_URL, or use smtps://.',
  mailFailed: (reason: string) => `The mail server cannot be used (${reason}).`,
  mailAdvice: 'Check SMTP_URL and the firewall. Mail stays in the outbox until the server accepts it.',

  streamFine: 'The receiver of audit entries responds.',
  streamFailed: (code: string) => `The receiver of audit entries cannot be used (${code}).`,
  streamAdvice: (code: string) =>
    code === 'timeout'
      ? 'It does not respond, or it accepts the connection but does not confirm: a syslog receiver must close the connection after the portal does, and a webhook must respond within ten seconds. Entries wait until it does.'
      : 'Check AUDIT_STREAM_URL, AUDIT_STREAM_SECRET and the firewall. For a private certificate authority, set NODE_EXTRA_CA_CERTS. Entries wait until the receiver accepts them.',

  noCertificate: 'PUBLIC_URL is not an https address, so there is no certificate to check.',
  certificateFine: (host: string, days: number) =>
    `The certificate of ${host} is valid for ${plural(days, 'more day')}.`,
  certificateEnds: (host: string, days: number) =>
    `The certificate of ${host} expires in ${plural(days, 'day')}.`,
  certificateExpired: (host: string) => `The certificate of ${host} has expired.`,
  certificateUntrusted: (host: string, code: string) =>
    `The certificate of ${host} is not trusted (${code}).`,
  certificateAdvice: 'Renew it at the proxy or the portal, and check the job that should renew it.',
  untrustedAdvice:
    'Install a certificate for this name. If it is from a private authority, set NODE_EXTRA_CA_CERTS for this command.',
  unreachable: (host: string, code: string) => `${host} cannot be reached from this machine (${code}).`,
  unreachableAdvice: 'Check the reverse proxy. If only this machine cannot reach it, ignore this warning.',

  portalReady: (address: string) => `The portal at ${address} is ready.`,
  portalAway: (address: string) => `No portal responds at ${address}.`,
  otherCertificate: 'The portal does not serve the certificate in TLS_CERTIFICATE_FILE.',
  otherCertificateAdvice: 'It reads a renewed one within a minute if both files belong together.',
  portalAwayAdvice: 'Start it, or read in its log what it waits for; if it runs elsewhere, run this there.',
  portalWaits: (reason: string) => `The portal is running but not ready: ${reason}`,
  portalWaitsAdvice:
    'If it has just started, run the command with "--wait 60". If nothing changes, look at the log of the portal.',

  queueFine: (waiting: number) =>
    waiting === 0 ? 'Nothing is waiting.' : `${plural(waiting, 'item')} waiting.`,
  queueLate: (waiting: number, minutes: number) =>
    `${plural(waiting, 'item')} waiting, the oldest for ${plural(minutes, 'minute')}.`,
  queueLateAdvice: 'Check that the portal is running, and look for failed deliveries in its log.',
  queueGivenUp: (count: number) => `${plural(count, 'item')} given up after repeated failures.`,
  queueGivenUpAdvice:
    'Correct the cause. Internal staff see undelivered mail and notifications in the portal, and can send them again there.',
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
