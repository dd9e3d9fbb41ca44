import { counted, shown } from '#platform/server/csv-import/messages.ts'

/** Every sentence about imports of pending authorizations and lookups that an operator can meet. */
export const messages = {
  waiting: 'Another import of this kind is running; waiting for it to end.',
  notItn: (column: string, value: string) =>
    `${column} ${shown(value)} is not an ITN: letters, digits, ".", "_" and "-", beginning with a letter or digit`,
  notList: (column: string, value: string) => `${column} ${shown(value)} is neither deny nor info`,
  notCode: (column: string, value: string) =>
    `${column} ${shown(value)} is not a code: letters and digits, at most 20, and not 0`,
  notReceivedThen: (column: string, value: string, first: string, last: string) =>
    `${column} ${shown(value)} is not between ${first} and ${last}, a day from now`,
  beforeService: (column: string, day: string, received: string) =>
    `${column} ${shown(day)} is after receivedAt ${shown(received)}; a bill comes in after the service`,
  unknownIncidents: (count: number, some: readonly string[]) =>
    `${counted(count, 'bill')} with the number of an incident that is in no case yet: ${some.join(', ')}${count > some.length ? ', …' : ''}. They wait all the same; correct the number, or import the case.`,
  itnFaults: {
    'no authorizations': (code: string) =>
      `the client of ${shown(code)} decides no authorizations; turn on its clientAuth, or leave the bill out`,
    'incident of another client': (number: string) => `incidentNumber ${shown(number)} is of another client`,
    'came in later': (itn: string) => `${shown(itn)} came in again since; its newer receivedAt counts`,
    final: (itn: string) => `${shown(itn)} was approved or denied, which is final; give a new bill a new ITN`,
    decided: (itn: string) =>
      `${shown(itn)} was decided as it came in at this receivedAt; give it a later one to ask again`,
  },
  removed: (count: number) => `${count.toLocaleString('en-US')} taken off the lists.`,
} as const
