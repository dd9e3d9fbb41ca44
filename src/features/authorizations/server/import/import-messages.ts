import { formatCount, quoted } from '#platform/import/import-messages.ts'

/** Operator-facing text of imports of pending authorizations and lookups. */
export const messages = {
  notItn: (column: string, value: string) =>
    `${column} ${quoted(value)} is not an ITN: use letters, digits, ".", "_" and "-", starting with a letter or digit`,
  notList: (column: string, value: string) => `${column} ${quoted(value)} is not a list: use deny or info`,
  notCode: (column: string, value: string) =>
    `${column} ${quoted(value)} is not a code: use up to 20 letters and digits, but not 0 alone`,
  receivedOutOfRange: (column: string, value: string, first: string, last: string) =>
    `${column} ${quoted(value)} is not between ${first} and ${last} (one day from now)`,
  beforeService: (column: string, day: string, received: string) =>
    `${column} ${quoted(day)} is after receivedAt ${quoted(received)}; a bill cannot be received before the service`,
  unknownIncidents: (count: number, examples: readonly string[]) =>
    `${formatCount(count, 'bill')} with an unknown incident number: ${examples.join(', ')}${count > examples.length ? ', …' : ''}. Imported anyway; correct the incident number, or import the case.`,
  changedMeanwhile:
    'Nothing was imported because another program sent one of these bills at the same time. Run the import again.',
  itnErrors: {
    'no authorizations': (code: string) =>
      `the client of ${quoted(code)} does not use authorizations; turn on its clientAuth, or remove the bill`,
    'incident of another client': (number: string) =>
      `incidentNumber ${quoted(number)} belongs to another client`,
    'received later': (itn: string) =>
      `${quoted(itn)} was received again later; its newer receivedAt applies`,
    undoable: (itn: string) =>
      `${quoted(itn)} has a decision that can still be undone; send it again when its undo time is over`,
    final: (itn: string) =>
      `${quoted(itn)} was already approved or denied, which is final; give a new bill a new ITN`,
    decided: (itn: string) =>
      `${quoted(itn)} was already decided for this receivedAt; use a later one to reopen it`,
  },
} as const
