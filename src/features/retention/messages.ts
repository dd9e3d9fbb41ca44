type UnreadDecision = { itn: string; isUndoable: boolean; tokens: readonly string[] }

type Hold = { id: number; target: string; reason: string }

export const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const tableNames: Readonly<Record<string, string>> = {
  approval_proposal: 'proposed approvals',
  assignments: 'assigned authorizations',
  audit_event: 'entries of the audit trail, in which keys and typed text were replaced',
  authorization_comment: 'comments on authorizations',
  authorization_decision: 'decisions on authorizations',
  authorization_intake: 'bills received from the back office',
  authorization_lease: 'open reviews of authorizations',
  authorization_request: 'authorizations',
  authorization_view: 'saved filters',
  bill: 'bills',
  case_document: 'case documents',
  decision_answer: 'stored responses to decisions',
  decision_message: 'messages to the back office',
  document_file: 'files of cases',
  documents: 'stored documents (PDF files)',
  feedback: 'feedback',
  incident: 'cases',
  medical_record: 'medical records',
  member_account: 'member accounts',
  member_session: 'sessions of members',
  note: 'notes',
  outbox: 'emails',
  patient: 'patients',
  patient_name: 'names in the search index',
  policy: 'policies',
  queue_email: 'daily emails that staff turned on',
  recent_case: 'recently opened cases',
  report_run: 'reports',
  scim_bar: 'user names that were barred from SCIM',
  staff_grant: 'rights',
  staff_session: 'sessions of staff',
  staff_user: 'names and email addresses of staff',
  emergency_refusal: 'refused emergency accesses',
  undone_decision: 'undone decisions',
  vob: 'letters (verifications of benefits)',
  vob_withdrawal: 'withdrawals of letters',
  wrong_card: 'refused ID cards',
}

const clientEntries = 'entries of the audit trail, in which typed text and member accounts were replaced'

/** What the rows of a table are called. The erasure of a client keeps keys of patients in the audit trail. */
export const describeTable = (table: string, kind?: string): string =>
  kind === 'client' && table === 'audit_event' ? clientEntries : (tableNames[table] ?? table)

/** The most decisions or people that a message names. */
export const maxNamed = 20

/** Output of the commands for retention, holds and persons. */
export const messages = {
  retention: {
    none: 'No client has a retention period. Set periods in the clients file (docs/retention.md).',
    period: (kind: string, period: string, due: number, held: number) =>
      `  ${kind}: ${period}; ${due} due${held > 0 ? `, ${held} more on hold` : ''}`,
    kept: (kinds: readonly string[]) => `  Kept: ${kinds.join(', ')}`,
    feedback: (period: string | undefined) =>
      `Feedback of visitors: ${period ?? 'kept (FEEDBACK_RETENTION)'}`,
    shortLived: 'Deleted on a schedule of their own:',
    erased: (name: string, counts: string) => `Erased (${name}): ${counts}`,
    nothing: 'Nothing was past its period.',
    clocksDiffer: (seconds: number) =>
      `The clocks of this machine and of the database differ by ${Math.round(seconds)} seconds, so periods may only seem to be over. Nothing was erased. Set both clocks, then try again.`,
    isRunning: 'Another process is erasing data past its period. Try again when it has finished.',
    count: (table: string, count: number) => `${describeTable(table)}: ${count}`,
    lastRun: (at: string) => `Last run: ${at}`,
  },
  holds: {
    none: 'There are no holds.',
    hold: (id: number, target: string, placed: string, reason: string) =>
      `${id}  ${target}  ${placed}  ${reason}`,
    placed: ({ id, target }: Hold) =>
      `Placed hold ${id} on ${target}. Nothing of it is erased until you remove the hold.`,
    removed: ({ id, target }: Hold) => `Removed hold ${id} on ${target}.`,
    oneTarget: 'Pass exactly one of --client, --patient and --case.',
    noReason: 'Pass a --reason of at least 5 characters, such as the number of the lawsuit.',
    unknownTarget: (name: string) =>
      `There is no such client, patient or case: ${name}. Write a patient as client code and patient code, for example --patient "ALP1 P1042".`,
    unknown: (id: number) => `There is no hold ${id}. "hold list" shows all holds.`,
    notNumber: 'Pass the number of a hold.',
  },
  person: {
    unknown: (who: string) =>
      `No patient or member is “${who}”. Write a patient as client code and patient code, for example "ALP1 P1042", and a member as the username.`,
    held: (who: string, holds: readonly Hold[]) =>
      [
        `${who} was not erased, because of ${holds.length === 1 ? 'a hold' : `${holds.length} holds`}:`,
        ...holds.map(({ id, target, reason }) => `  hold ${id} on ${target}: ${reason}`),
      ].join('\n'),
    unread: (who: string, decisions: readonly UnreadDecision[]) =>
      [
        `${who} was not erased, because the back office has not read ${decisions.length === 1 ? 'a decision' : `${decisions.length} decisions`} yet:`,
        ...decisions
          .slice(0, maxNamed)
          .map(({ itn, isUndoable, tokens }) =>
            isUndoable
              ? `  ITN ${itn}: the decision can still be undone.`
              : `  ITN ${itn}: not read with the token ${tokens.join(', ')}.`,
          ),
        ...(decisions.length > maxNamed ? [`  and ${decisions.length - maxNamed} more.`] : []),
        'Try again later. If no program uses such a token anymore, revoke it with "service revoke".',
      ].join('\n'),
    dryRun: (who: string) => `Dry run: nothing was changed. Erasing ${who} would erase:`,
    erased: (who: string, number: string) => `Erased ${who} as ${number}:`,
    row: (table: string, count: number) => `  ${messages.retention.count(table, count)}`,
    pending: (count: number) =>
      `Warning: ${plural(count, 'bill waits', 'bills wait')} for a decision, and would be erased, too.`,
    mentions: 'Rows of other people still mention this person. Review them:',
    proceed: 'Run the command again with --yes to erase. This cannot be undone.',
    certificate: (file: string, json: string) =>
      `Wrote the certificate ${file} and ${json}. Keep both outside the portal.`,
    filesLeft:
      'The rows are erased, but some documents could not be removed yet. The daily job removes them; to do so now, run "person certificate" again.',
    unknownCertificate: (number: string) => `There is no erasure with the number ${number}.`,
    noCertificate: (file: string) => `${file} is not a certificate of an erasure (the JSON file).`,
    foreign: (number: string) =>
      `The certificate ${number} was changed, or another portal signed it. Restore this portal’s key: AUDIT_KEY_FILE.`,
    again: (number: string, rows: number) => `${number}: erased again, ${plural(rows, 'row', 'rows')}.`,
    absent: (number: string) => `${number}: the database does not have this person or client.`,
    notAllAgain: (faults: readonly string[]) => ['Not everything was erased again:', ...faults].join('\n'),
  },
  staff: {
    hasAccess: (who: string) =>
      `${who} was not erased, because this person has access. Turn it off first: portal staff disable.`,
    inScim: (who: string) =>
      `${who} was not erased, because an identity provider sends this person through SCIM. Remove the account there, or use portal staff release.`,
    dryRun: (who: string) => `Dry run: nothing was changed. Erasing ${who} would erase:`,
    erased: (who: string) => `Erased ${who}:`,
    kept: 'The name stays in the records of what this person decided, wrote and opened, for as long as these are kept.',
  },
  export: {
    written: (file: string, rows: number, documents: number) =>
      `Wrote ${file}: ${plural(rows, 'row', 'rows')} and ${plural(documents, 'document', 'documents')}.`,
    exists: (file: string) => `${file} exists. An export never replaces a file; pass a new name.`,
    readme: (who: string, company: string, at: string) => `${company}: data about ${who}, as of ${at}

data.json       what the portal stores, by kind of data
accesses.json   when this data was read or changed; "subject" is what was opened, if it was this person's alone
documents/      the PDFs: files of cases, bills and letters

This archive contains personal data. Send it encrypted, and delete it once it has been received.
`,
  },
  document: {
    title: 'Certificate of erasure',
    number: 'Number',
    person: 'Person',
    kinds: {
      patient: 'A patient. The certificate does not name the person.',
      member: 'A member account. The certificate does not name it.',
      client: 'All patients and member accounts of the client. The certificate does not name them.',
    },
    client: 'Client',
    erasedAt: 'Erased at',
    erasedBy: 'Erased by',
    what: 'What was erased',
    columns: ['Kind of data', 'Number'],
    trail: 'The audit trail',
    trailText: (number: string) =>
      `The entries about this person stay, to show who accessed the data. They name the person as ${number} only.`,
    clientTrailText:
      'The entries about the client stay, to show who accessed the data. They have the numbers of cases, bills and patients, but nothing else that was typed, and a number in place of each member account. The settings of the client and the names of staff stay, too.',
    backups: 'Backups',
    backupsText:
      'Backups made before the erasure still have the data until they are deleted. After a restore from such a backup, the erasure is applied again with this certificate.',
    proof: 'Proof',
    hash: 'SHA-256',
    key: 'Signed with',
    page: (number: string, page: number, pages: number) => `${number} · Page ${page} of ${pages}`,
  },
} as const
