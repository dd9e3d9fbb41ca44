/** Messages about the files that an operator specifies. */
export const messages = {
  noFile: (file: string) => `File not found: ${file}.`,
  unreadable: (file: string, reason: string) => `The file ${file} cannot be read (${reason}).`,
  unwritable: (file: string, reason: string) => `The file ${file} cannot be written (${reason}).`,
  refused: (file: string, faults: readonly string[], document: string) =>
    [
      `${file} was not imported; nothing was changed. ${faults.length === 1 ? 'It has an error:' : `It has ${faults.length} errors:`}`,
      ...faults.map((fault) => `  ${fault}`),
      `See ${document} for the file format.`,
    ].join('\n'),
  fault: (line: number | undefined, place: string, sentence: string) =>
    [line === undefined ? undefined : `line ${line}`, place || undefined, sentence]
      .filter(Boolean)
      .join(': '),
  tooDeep: (levels: number) => `its lists and groups are nested more than ${levels} deep; reduce the nesting`,
  missing: 'is missing',
  wrongKind: (expected: string) => `must be ${expected}`,
  notOneOf: (value: string, choices: string) => `is ${value}; it must be one of ${choices}`,
  unknownWords: (words: string) => `has ${words}, which is not allowed here`,
  twice: (word: string, value: string) => `${word} "${value}" is used twice`,
  blank: 'must not be blank',
  unwritten: 'contains a control character, such as a tab',
  tooLong: (longest: number) => `is longer than ${longest} characters`,
  noPerson:
    'This command needs the name of the person who runs it, for the audit trail. Run it with sudo from your own account, or set PORTAL_OPERATOR to your name, for example: PORTAL_OPERATOR="Ada Sampleton" portal staff list',
  noDay: 'Write dates as YYYY-MM-DD, for example 2026-06-30.',
  audit: {
    checked: (seals: number, waiting: number) =>
      `Checked ${seals} sealed audit entries; ${waiting} newer ones are not sealed yet.`,
    redacted: (entries: number) =>
      `Personal data was erased from ${entries} of them; the rest of these entries is unchanged since.`,
    unrecordedRedactions: (batch: string) =>
      `Text was erased from entries under ${batch}, but the trail has no matching entry about that.`,
    intact:
      'No sealed entry was changed, removed, inserted or reordered. Only a checkpoint shows whether the whole trail was replaced: pass one with --checkpoint.',
    intactSince: (at: string) =>
      `No sealed entry was changed, removed, inserted or reordered, and the trail continues the one of the checkpoint of ${at}.`,
    altered: 'The audit trail was altered:',
    faults: {
      changed: (id: number) => `Entry ${id} was changed or reordered, or its seal was.`,
      removed: (id: number) => `Entry ${id} was removed.`,
      inserted: (id: number) => `Entry ${id} was inserted after the entries around it were sealed.`,
    },
    sealsMissing: (first: number, last: number) => `The seals ${first} to ${last} were removed.`,
    cutOff: (position: number, at: string) =>
      `The trail ends before seal ${position}, which the checkpoint of ${at} has: entries were removed from its end.`,
    rewritten: (position: number, at: string) =>
      `Seal ${position} differs from the checkpoint of ${at}: the trail up to there was replaced.`,
    written: (file: string, position: number, key: string) =>
      `Wrote ${file} for the first ${position} audit entries. Key fingerprint: ${key}. Keep the file and the fingerprint outside the database and this machine.`,
    exists: (file: string) => `${file} exists. Checkpoints are never replaced; pass a new name.`,
    archived: (file: string, entries: number, sha256: string) =>
      `Moved ${entries} audit entries to ${file} (SHA-256 ${sha256}). Keep the file as long as you must be able to say who saw what.`,
    nothingToArchive: (day: string) =>
      `No audit entry is older than ${day}: nothing was moved, and no file was written.`,
    archiveTooNew: 'Entries of the last day stay in the database. Pass an earlier day to --before.',
    archiveUnsent:
      'The receiver in AUDIT_STREAM_URL does not have all of these entries yet. Nothing was moved. Check with "audit stream", and try again when it has them.',
    archiveExists: (file: string) => `${file} exists. Archives are never replaced; pass a new name.`,
    archiveFault: (file: string, position: number) =>
      position === 0
        ? `${file} is not an archive of an audit trail.`
        : `${file}: the entry at seal ${position} was changed, removed or reordered.`,
    archiveGap: (file: string) =>
      `${file} does not continue the archive before it. Pass all archives, oldest first.`,
    checkpointElsewhere:
      'None of these archives has the entry of the checkpoint. Pass the archive that contains it, or compare the checkpoint with "audit verify".',
    archiveUnknown: (file: string) =>
      `${file} is intact in itself, but the database does not know it: the file was replaced, or it belongs to another portal.`,
    checkpointArchived:
      'The checkpoint belongs to a part of the trail that was archived. Compare it with "audit verify-archive --checkpoint".',
    archiveIntact: (file: string, entries: number) =>
      `${file}: no entry was changed, removed, inserted or reordered (${entries} entries).`,
    nothingSealed: 'Another process is sealing the audit trail. Try again in a minute.',
    noCheckpoint: (file: string) => `${file} is not a checkpoint of an audit trail.`,
    badSignature: 'The checkpoint was changed: its signature does not match.',
    badKey: (file: string, code: string | undefined) =>
      code
        ? `${file}, the key of the audit trail, cannot be read (${code}). Run the command as the user of the portal, who must own the file.`
        : `${file} is not a private key in PEM format. Restore it, or set AUDIT_KEY_FILE.`,
    noKey: (actual: string) =>
      `The key of the portal is not on this machine. If the checkpoint’s key is the one that you noted, pass it: --key ${actual}`,
    otherKey: (actual: string, expected: string) =>
      `The checkpoint was signed with the key ${actual}, not with ${expected}.`,
  },
  auditStream: {
    never: 'No entries have been sent yet: the stream begins when the portal starts with AUDIT_STREAM_URL.',
    state: (position: number, sentAt: string | undefined, waiting: number) =>
      `The receiver has the entries up to number ${position}${sentAt ? ` (last sent at ${sentAt})` : ''}; sealed entries waiting: ${waiting}.`,
    failing: (attempts: number, error: string) =>
      `Failed attempts since then: ${attempts}; last error: ${error}.`,
    moved: (first: number) =>
      `The portal sends the entries from number ${first} on, including those that it already sent.`,
    notNumber: 'Pass the number of an entry, 1 or more.',
    notBefore: (first: number) =>
      `Entries before number ${first} are in archives and can no longer be sent. Pass ${first} or more.`,
    notAfter: (next: number) => `The next entry is number ${next}. Pass this number or a lower one.`,
    noEntries: (files: string) => `${files}: no line has an entry of an audit stream.`,
    checked: (entries: number, first: number, last: number, repeated: number) =>
      `Checked ${entries} entries, ${first} to ${last}; ${repeated} arrived more than once.`,
    intact: 'No entry was changed, is missing or differs from the database.',
    altered: 'The stream and the trail do not match:',
    faults: {
      unreadable: (line: number) => `Line ${line} is truncated or was changed.`,
      changed: (number: number) => `Entry ${number} was changed.`,
      removed: (number: number) => `Entry ${number} was removed from the database before it was sent.`,
      conflict: (number: number) =>
        `Entry ${number} occurs with different hashes: the trail was replaced or restored.`,
      unlinked: (number: number) => `Entry ${number} does not follow the entry before it.`,
      missing: (first: number, last: number) =>
        first === last
          ? `Entry ${first} is missing from the files.`
          : `Entries ${first} to ${last} are missing from the files.`,
      database: (number: number) =>
        `Entry ${number} has a different hash in the database, or none: the trail was replaced, truncated or restored.`,
    },
  },
} as const
