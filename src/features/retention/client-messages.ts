import { describeTable, maxNamed, plural } from './messages.ts'

type ClientExport = { rows: number; documents: number; sha256: string }
type ClientReadme = {
  id: string
  codes: readonly string[]
  company: string
  takenAt: string
  tablesLeftOut: Readonly<Record<string, string>>
}

type Unfinished = Record<'bills' | 'reports' | 'mail' | 'notifications', number>

/** What archives of the audit trail hide about former staff. */
export type ArchivedStaff = {
  /** The day, in UTC, of the oldest entry that is in no archive. */
  since: string
  /** People who have left every client and have no sign-in outside of archives: ID and name. */
  people: readonly string[]
}

const inArchives = ({ people }: ArchivedStaff) =>
  [
    'because their sign-ins were moved to an archive of the audit trail.',
    ...(people.length > 0 ? ['These people have left and may have been staff of the client:'] : []),
    ...people.slice(0, maxNamed).map((each) => `  ${each}`),
    ...(people.length > maxNamed ? [`  and ${people.length - maxNamed} more.`] : []),
  ].join('\n')

/** Output of the commands that export and erase a client, and the README of an export. */
export const clientMessages = {
  unknown: (id: string) => `There is no client ${id}. "clients export" lists all clients with their IDs.`,
  codesChanged: (id: string) =>
    `The codes of ${id} were changed while the export began. Nothing was written. Try again.`,
  exported: (folder: string, { rows, documents, sha256 }: ClientExport) =>
    `Wrote ${folder}: ${plural(rows, 'row', 'rows')} and ${plural(documents, 'document', 'documents')}. SHA-256 of files.sha256: ${sha256}`,
  missing: (files: readonly string[]) =>
    [
      `Warning: ${plural(files.length, 'document is', 'documents are')} missing or damaged, and not in the folder:`,
      ...files.map((file) => `  ${file}`),
    ].join('\n'),
  isOpen: (id: string) =>
    `${id} was not erased, because it is open. Export its data, then close it with "clients close ${id}".`,
  row: (table: string, count: number) => `  ${describeTable(table, 'client')}: ${count}`,
  hasNewer: (id: string, number: string, erasedAt: string) =>
    `${id} was not erased again as ${number}, because it has data from after the erasure (${erasedAt}), perhaps of a new contract. If this data must stay, leave out this certificate. Otherwise erase all data of the client with "client-data erase ${id}".`,
  unfinished: (id: string, { bills, reports, mail, notifications }: Unfinished) =>
    [
      `${id} was not erased, because something is unfinished:`,
      bills > 0 &&
        `  ${plural(bills, 'bill waits', 'bills wait')} for a decision. Reopen the client to decide, or pass --with-undecided to erase them, too.`,
      reports > 0 && `  ${plural(reports, 'report is', 'reports are')} being generated.`,
      mail > 0 &&
        `  ${plural(mail, 'email from or to its staff waits', 'emails from or to its staff wait')} to be sent.`,
      notifications > 0 &&
        `  The back office was not notified of ${plural(notifications, 'decision', 'decisions')} yet.`,
    ]
      .filter((line) => line !== false)
      .join('\n'),
  staffNotExported: (id: string, archived: ArchivedStaff) =>
    `Warning: data/staff.jsonl has no former staff whose last sign-in at ${id} was before ${archived.since}, ${inArchives(archived)}`,
  staffNotErased: (id: string, archived: ArchivedStaff) =>
    `Warning: mail of former staff whose last sign-in at ${id} was before ${archived.since} is not erased, ${inArchives(archived)}`,
  readme: ({ id, codes, company, takenAt, tablesLeftOut }: ClientReadme) => `${company}: data of ${id}
Client codes: ${codes.join(', ')}
All files show the same moment: ${takenAt}

README.txt           this file
manifest.json        how many rows each file has, and documents that are missing
files.sha256         the SHA-256 of every other file: sha256sum --check files.sha256
configuration.yaml   the settings of the client, in the format of the clients file
data/                one file for each table, JSON Lines (one row as JSON in each line), UTF-8, times in UTC;
                     a file without rows is empty
data/staff.jsonl     the current staff of the client, with their rights, and former staff whose sign-ins are in the
                     audit trail, and not in an archive of it
data/audit.jsonl     who read and changed what; an entry that is also about other clients ("is_shared") has
                     only the keys of this client, and nothing that was typed. Entries that were moved to an
                     archive of the audit trail are not here
documents.jsonl      the documents, with their sizes and SHA-256
documents/cases/     the file of each case, named after its incident number; medical_record, case_document and bill
                     give the pages of each record
documents/bills/     the PDFs that came with bills in authorization: ITN and round
documents/letters/   verifications of benefits
                     A character of a number that a file name cannot have is written like %2F.

Not here: hashes of passwords; decision letters, which are rendered from authorization_decision when they are opened; mail;
feedback of visitors, which belongs to no client. Other tables that name clients:
${Object.entries(tablesLeftOut)
  .map(([table, reason]) => `  ${table}: ${reason}`)
  .join('\n')}

This folder contains health data in clear text. Send it encrypted, and delete it once it has been received.
`,
} as const
