const documents = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'document' : 'documents'}`
const tables = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'table' : 'tables'}`
const rows = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`

type Found = { named: readonly string[]; missing: readonly string[]; accepted: readonly string[] }
type Moved = { moved: number; present: number }
type Counts = { tables: number; rows: number; documents: number }
const contents = (counts: Counts) =>
  `${rows(counts.rows)} in ${tables(counts.tables)} and ${documents(counts.documents)}`

/** Operator messages of the backup, restore and documents commands. */
export const messages = {
  backedUp: (folder: string, counts: Counts) => `Backed up ${contents(counts)} to ${folder}.`,
  restored: (folder: string, counts: Counts) =>
    `Restored ${contents(counts)} from ${folder}. All rows and documents match the backup's records.`,
  isWhole: (folder: string, counts: Counts) =>
    `The backup ${folder} is complete and undamaged: ${contents(counts)}.`,
  isUndamaged: (folder: string, counts: Counts) =>
    `The contents of the backup ${folder} are undamaged: ${contents(counts)}.`,

  folderExists: (folder: string) => `${folder} already exists. Specify a folder that does not exist yet.`,
  unfinishedExists: (folder: string) =>
    `${folder} already exists: a command is writing there, or one was interrupted. If none is running, delete it and try again.`,
  unwritable: (folder: string, code: string) =>
    `The files could not be written to ${folder} (${code}). Check that its parent folder exists and is writable and that its disk has free space, then try again. Nothing was left behind.`,
  noPortal:
    'There is nothing to back up: the database does not contain a portal. Check DATA_DIR and DATABASE_URL.',
  hiddenRows: (names: readonly string[]) =>
    `This database role cannot read every row of ${names.join(', ')}, so the backup would be incomplete. Use the role that owns the tables. If this version of the portal is newer than the database, start it once first.`,
  unknownPartition: (name: string) =>
    `The table ${name} is partitioned in a way that this version of the portal cannot back up. Use pg_dump instead.`,
  tablesChange:
    'Tables were replaced repeatedly while the backup started. Wait for running imports to finish, then try again.',
  rowsMissing: (name: string) => `Not every row of ${name} could be read. Try again.`,
  documentsLost: (lost: readonly string[]) =>
    `${lost.length === 1 ? 'One document is' : `${documents(lost.length)} are`} missing or damaged and could not be backed up: ${lost.join(', ')}. Restore them from an earlier backup, or import their cases again.`,

  noFolder: (folder: string) =>
    `Folder not found, or closed to this user: ${folder}. Specify the folder of a backup, and run the command as its owner.`,
  incomplete: (folder: string) =>
    `${folder} is not a complete backup: it has no manifest.json. Specify another one; a folder whose name ends in .unfinished is an interrupted backup.`,
  damaged: (path: string) => `${path} is damaged. Nothing was restored. Use another backup.`,
  documentDamaged: (path: string) =>
    `${path} is missing or damaged. Nothing was restored into the database. Use another backup.`,
  missing: (path: string) => `${path} is missing. Nothing was restored. Use another backup.`,
  unreadable: (path: string, code: string) =>
    `${path} cannot be read (${code}). Nothing was restored. Check its permissions and its disk, then try again.`,
  newerFormat: (folder: string) =>
    `${folder} was made by a newer version of the portal, in a format that this one cannot read. Restore it with that version.`,
  newerMigration: (folder: string, migration: string) =>
    `${folder} was made by a newer version of the portal: this version does not have its migration ${migration}. Restore it with that version.`,
  otherMigrations: (folder: string) =>
    `${folder} was made by a version of the portal with different migrations. Restore it with that version.`,
  databaseInUse:
    'The database is not empty, and a restore never overwrites anything. Restore into an empty one: a new DATA_DIR, or a new database in DATABASE_URL.',
  documentsInUse: (folder: string) =>
    `${folder} holds documents that this backup does not have, and a restore never mixes the two. Restore into a new DATA_DIR, or an empty bucket or prefix of DOCUMENTS_URL.`,
  otherTable: (name: string) =>
    `In the backup, the table ${name} does not have the columns that the backup's migrations create. Nothing was restored. Restore the backup with the portal version that made it.`,
  circular: (names: readonly string[]) =>
    `The tables ${names.join(', ')} have circular references, which this version of the portal cannot restore.`,
  notAsRecorded: (name: string) =>
    `After copying, the table ${name} does not have the rows that the backup recorded. Nothing was restored. Use another backup.`,
  leftOut: (name: string, path: string) =>
    `The table ${name} is not one of the portal's and was not restored. Its rows are in ${path}.`,
  documentsMissing: (missing: readonly string[]) =>
    `${missing.length === 1 ? 'One document is' : `${documents(missing.length)} are`} named in the database but not in the backup: ${missing.join(', ')}. Import their cases again. A restored portal is not ready until then, or until you accept the loss with "documents accept-missing".`,

  samePlace: '--from and --to name the same place. Pass "folder" for one and "store" for the other.',
  noStore:
    'There is no document store. Set DOCUMENTS_URL for this command, for example DOCUMENTS_URL=s3://portal-documents?endpoint=https://s3.example.com.',
  waitsForErasure: 'Waiting for an erasure to finish.',
  moveProgress: (done: number, all: number) => `${done.toLocaleString('en-US')} of ${documents(all)} done.`,
  moved: ({ moved, present }: Moved, place: string) =>
    `Copied ${documents(moved)} to ${place}; ${documents(present)} ${present === 1 ? 'was' : 'were'} already there. All of them are verified.`,
  wouldMove: ({ moved, present }: Moved, place: string) =>
    `Would copy ${documents(moved)} to ${place}; ${documents(present)} ${present === 1 ? 'is' : 'are'} already there. Nothing was changed.`,
  lostInBoth: (lost: readonly string[]) =>
    `Missing or damaged in both places (${documents(lost.length)}): ${lost.join(', ')}. Restore them from a backup, or import their cases again.`,
  noKeyFile:
    'Documents are not encrypted by the portal. Set DOCUMENTS_KEYS_FILE, for example to /etc/portal/document-keys, for this command and for the portal.',
  keyAdded: (id: string, path: string) =>
    `${path} begins with the new key ${id}. Running portals notice it within a minute and encrypt all documents with it, and texts and secrets if ENCRYPT_COLUMNS or ENCRYPT_SECRETS is on. Copy the file to every machine that runs the portal, and to a safe place: without it, nothing that is encrypted can be read. Keep the former keys until neither "documents keys" nor "columns keys" lists them.`,
  keyNotWritten: (path: string, code: string) =>
    `Cannot write ${path} (${code}). Create its folder, and run this command as a user who may write there.`,
  keyCount: (id: string, count: number, note: string) => `Key ${id}${note}: ${documents(count)}`,
  currentKey: ' (current)',
  absentKey: ' (not in DOCUMENTS_KEYS_FILE, unreadable)',
  clearCount: (count: number) => `In clear text: ${documents(count)}`,
  noDocuments: 'No documents are stored.',
  encryptProgress: (done: number) => `${documents(done)} done.`,
  encrypted: (
    { changed, current, busy }: { changed: number; current: number; busy: number },
    key: string | undefined,
  ) =>
    `Stored ${documents(changed)} again ${key ? `with the key ${key}` : 'in clear text'}; ${documents(current)} ${current === 1 ? 'was' : 'were'} already so.${busy > 0 ? ` ${documents(busy)} ${busy === 1 ? 'is' : 'are'} in use by another process; run this command again.` : ''}`,
  notEncrypted: (failed: readonly string[]) =>
    `Not stored again, because they are damaged or their key is missing (${documents(failed.length)}): ${failed.join(', ')}.`,

  missingFound: ({ named, missing, accepted }: Found, place: string) =>
    missing.length + accepted.length === 0
      ? `Every document that the database names (${named.length.toLocaleString('en-US')}) is in ${place}.`
      : [
          missing.length > 0 &&
            `Missing from ${place} (${missing.length.toLocaleString('en-US')} of ${documents(named.length)}): ${missing.join(', ')}. Restore them from a backup, or import their cases again.`,
          accepted.length > 0 && `Accepted as lost (${documents(accepted.length)}): ${accepted.join(', ')}.`,
        ]
          .filter(Boolean)
          .join('\n'),
  otherCountMissing: (missing: number, count: number) =>
    `${documents(missing)} ${missing === 1 ? 'is' : 'are'} missing, not ${count.toLocaleString('en-US')}. Nothing was changed. Run "documents missing", and check DATA_DIR and DOCUMENTS_URL.`,
  missingAccepted: (count: number) =>
    `Accepted that ${documents(count)} ${count === 1 ? 'is' : 'are'} lost. A portal that waits for ${count === 1 ? 'it' : 'them'} starts within a few seconds.`,

  allIntact: (count: number, place: string) =>
    `Every document that the database names (${count.toLocaleString('en-US')}) is complete and undamaged in ${place}.`,
  notIntact: (lost: readonly string[], count: number, place: string) =>
    `Missing or damaged in ${place} (${lost.length.toLocaleString('en-US')} of ${documents(count)}): ${lost.join(', ')}. Restore them from a backup, or import their cases again.`,
} as const
