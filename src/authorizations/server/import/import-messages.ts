import { shown } from '#platform/server/csv-import/messages.ts'

/** Every sentence about imports of pending authorizations and lookups that an operator can meet. */
export const messages = {
  waiting: 'Another import of this kind is running; waiting for it to end.',
  notItn: (column: string, value: string) =>
    `${column} ${shown(value)} is not an ITN: letters, digits, ".", "_" and "-", beginning with a letter or digit`,
  notList: (column: string, value: string) => `${column} ${shown(value)} is neither deny nor info`,
  notCode: (column: string, value: string) =>
    `${column} ${shown(value)} is not a code: letters and digits, at most 20, and not 0`,
  itnFaults: {
    'came in later': (itn: string) => `${shown(itn)} came in again since; its newer receivedAt counts`,
    final: (itn: string) => `${shown(itn)} was approved or denied, which is final; give a new bill a new ITN`,
    decided: (itn: string) =>
      `${shown(itn)} was decided as it came in at this receivedAt; give it a later one to ask again`,
  },
  removed: (count: number) => `${count.toLocaleString('en-US')} taken off the lists.`,
} as const
