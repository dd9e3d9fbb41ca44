import { shown } from '#platform/server/csv-import/messages.ts'

/** Every sentence about imports of cases that an operator can meet. */
export const messages = {
  noFolder: (path: string) => `There is no folder ${path}. Name one that exists.`,
  notAFolder: (path: string) => `${path} is not a folder. Name the folder that the case files are in.`,
  nothingThere: (path: string, files: readonly string[]) =>
    `${path} has none of the files of cases: ${files.join(', ')}, or files/….pdf.`,
  waiting: 'Another import of cases is running; waiting for it to end.',
  taking: (name: string) => `Reading ${name}`,

  halfImage: 'has one of imagePageStart and imagePageEnd without the other',

  faults: {
    'no patient': (code: string) => `there is no patient ${shown(code)}`,
    'several patients': (code: string) =>
      `patient ${shown(code)} is one of several clients; name it in this folder's patients.csv`,
    'no policy': (number: string) => `the patient has no policy ${shown(number)}`,
    'no incident': (number: string) => `there is no incident ${shown(number)}`,
    'beyond its file': (pages: string) => `the incident's file has only ${pages} pages`,
  },
  notNamed: 'its name is not an incident number with .pdf',
  notPdf: (fault: string) => `it cannot be read as a PDF: ${fault}`,
} as const
