import { counted, shown } from '#platform/server/csv-import/messages.ts'

/** Operator-facing text of imports of pending authorizations and lookups. */
export const messages = {
  waiting: 'Another import of this kind is running; waiting for it to finish.',
  notItn: (column: string, value: string) =>
    `${column} ${shown(value)} is not an ITN: use letters, digits, ".", "_" and "-", starting with a letter or digit`,
  notList: (column: string, value: string) => `${column} ${shown(value)} is neither deny nor info`,
  notCode: (column: string, value: string) =>
    `${column} ${shown(value)} is not a code: use up to 20 letters and digits, but not 0 alone`,
  receivedOutOfRange: (column: string, value: string, first: string, last: string) =>
    `${column} ${shown(value)} is not between ${first} and ${last} (one day from now)`,
  beforeService: (column: string, day: string, received: string) =>
    `${column} ${shown(day)} is after receivedAt ${shown(received)}; a bill is received after the service`,
  unknownIncidents: (count: number, examples: readonly string[]) =>
    `${counted(count, 'bill')} with an unknown incident number: ${examples.join(', ')}${count > examples.length ? ', …' : ''}. They were added anyway; correct the number, or import the case.`,
  itnErrors: {
    'no authorizations': (code: string) =>
      `the client of ${shown(code)} does not use authorizations; turn on its clientAuth, or remove the bill`,
    'incident of another client': (number: string) =>
      `incidentNumber ${shown(number)} belongs to another client`,
    'received later': (itn: string) => `${shown(itn)} was received again later; its newer receivedAt applies`,
    final: (itn: string) =>
      `${shown(itn)} was already approved or denied, which is final; give a new bill a new ITN`,
    decided: (itn: string) =>
      `${shown(itn)} was already decided for this receivedAt; use a later one to reopen it`,
  },
  removed: (count: number) => `${count.toLocaleString('en-US')} removed from the lists.`,
} as const
