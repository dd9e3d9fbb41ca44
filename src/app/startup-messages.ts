import { portalCommand } from '#platform/config/portal-command.ts'

const number = (value: number) => value.toLocaleString('en-US')
/** How many missing documents a line of the log names. */
const maxNamed = 10

/** Console output for starting and operating the portal. */
export const messages = {
  starting: 'Starting the portal…',
  besideOthers: 'Another portal uses this database, so this one accepts connections only once it is ready.',
  migrating: 'Migrating the database…',
  migrationWaits:
    'The migration of the database waits for another transaction. The log of the portal says more.',
  unknownZone: (zone: string) =>
    `PORTAL_TIME_ZONE: the database does not know the time zone ${zone}. Use its other name, such as Europe/Kiev for Europe/Kyiv, or install the time zones of the database’s host (tzdata, tzdata-legacy).`,
  loadingPlaces: 'Loading geography data…',
  loadingDemonstration: 'Loading demo data…',
  ready: (address: string) => `The portal is ready at ${address}`,
  documentsMissing: (missing: readonly string[], named: number, place: string) =>
    `Documents that the database names are missing from ${place} (${number(missing.length)} of ${number(named)}): ${missing.slice(0, maxNamed).join(', ')}${missing.length > maxNamed ? ' and others' : ''}.`,
  documentsAccepted: (count: number, place: string) =>
    `${place} lacks ${number(count)} ${count === 1 ? 'document' : 'documents'} that an operator accepted as lost.`,
  notReadyWithoutDocuments: (count: number) =>
    `The portal is not ready until they are there. Check DATA_DIR and DOCUMENTS_URL, or restore them from a backup. If they are lost for good, "${portalCommand} documents accept-missing ${count}" lets the portal start without them.`,
  notReadyWithoutStore: 'The portal is not ready until it can be used.',
  columnKeysMissing: (ids: readonly string[]) =>
    `Notes, comments or case summaries in the database may be encrypted with ${ids.length === 1 ? 'the key' : 'the keys'} ${ids.join(', ')}, which the portal does not have. Restore ${ids.length === 1 ? 'that key' : 'those keys'} in the file that DOCUMENTS_KEYS_FILE names.`,
  notReadyWithoutKeys:
    'The portal is not ready until then. If a key is lost for good, set ALLOW_MISSING_KEYS=on.',
  waitingForColumnKeys:
    'A key that encrypts texts in the database is missing. The log of the portal says which one.',
  waitingForDocuments: (missing: number, named: number) =>
    `Stored documents are missing (${number(missing)} of ${number(named)}). The log of the portal says which ones, and what to do.`,
  waitingForStore: 'The document store cannot be reached. The log of the portal says why.',
  stopping: 'Shutting down…',
  portTaken: (port: number) =>
    `Port ${port} is in use. Stop the process that uses it, or choose another port: PORT=${port + 1} npm start`,
  metricsPortTaken: (host: string, port: number) =>
    `Cannot open metrics port ${port} at ${host}. Stop the process that uses it, or set METRICS_PORT or METRICS_HOST to another one.`,
  portNeedsRights: (port: number) =>
    `This user cannot open port ${port}. Choose a port above 1023: PORT=3000 npm start`,
  addressElsewhere: (host: string) =>
    `${host} is not an address of this machine. Choose another: HOST=127.0.0.1 npm start`,
  cannotListen: (host: string, port: number, code: string | undefined) =>
    `Cannot listen on ${host}:${port} (${code}). Choose another HOST and PORT.`,
} as const
