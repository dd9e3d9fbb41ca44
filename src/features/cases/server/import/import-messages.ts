import { counted, shown } from '#platform/server/csv-import/messages.ts'

/** A file that is not read for its name, and the name that it may have been meant to have. */
export type PassedOver = { name: string; meant: string | undefined }

/** What stands on pages of an incident's file. */
export type Paged = { file: string; key: string; first: number; last: number }

const activeKinds: Record<string, string> = {
  GoToE: 'links into embedded files (GoToE)',
  GoToR: 'links to other files (GoToR)',
  ImportData: 'imports of form data (ImportData)',
  Launch: 'program launches (Launch)',
  RichMedia: 'multimedia (RichMedia)',
  SubmitForm: 'forms that send data (SubmitForm)',
  URI: 'links that are neither web nor mail addresses (URI)',
  EmbeddedFiles: 'embedded files',
  FileAttachment: 'attached files',
}
const activeKind = (kind: string) => activeKinds[kind] ?? shownKind(kind)
/** What a file calls it, as far as that is a word. */
const shownKind = (kind: string) => kind.replaceAll(/[^\w ]/g, '').slice(0, 40) || 'others'

const mostNamed = 5
const paged = ({ file, key, first, last }: Paged) =>
  `${shown(key)} of ${file} on ${first === last ? `page ${first}` : `pages ${first}-${last}`}`
const listed = (all: readonly string[]) =>
  [...all.slice(0, mostNamed), ...(all.length > mostNamed ? [`${all.length - mostNamed} more`] : [])].join(
    ', ',
  )

/** Every sentence about imports of cases that an operator can meet. */
export const messages = {
  noFolder: (path: string) => `There is no folder ${path}. Name one that exists.`,
  notAFolder: (path: string) => `${path} is not a folder. Name the folder that the case files are in.`,
  filesNotAFolder: (path: string) =>
    `${path} is not a folder. Put the incidents' PDFs in a folder of that name.`,
  nothingThere: (path: string, files: readonly string[]) =>
    `${path} has none of the files of cases: ${files.join(', ')}, or files/….pdf.`,
  passedOver: ({ name, meant }: PassedOver) =>
    `Passed over ${shown(name)}: no file of cases has that name.${meant ? ` Did you mean ${meant}?` : ''}`,
  waiting: 'Another import of cases is running; waiting for it to end.',
  taking: (name: string) => `Reading ${name}`,

  halfImage: 'has one of imagePageStart and imagePageEnd without the other',

  faults: {
    'patient rejected': (code: string) =>
      `patient ${shown(code)} of this folder's patients.csv is rejected, or is perhaps that of a row which cannot be read`,
    'incident rejected': (number: string) =>
      `incident ${shown(number)} of this folder's incidents.csv is rejected, or is perhaps that of a row which cannot be read`,
    'no patient': (code: string) => `there is no patient ${shown(code)}`,
    'several patients': (code: string) =>
      `patient ${shown(code)} is one of several clients; name it in this folder's patients.csv`,
    'no policy': (number: string) => `the patient has no policy ${shown(number)}`,
    'no incident': (number: string) => `there is no incident ${shown(number)}`,
    'no file': (number: string) => `incident ${shown(number)} has no file that these could be pages of`,
    'beyond its file': (pages: string) => `the incident's file has only ${pages} pages`,
  },
  notNamed: 'its name is not an incident number with .pdf',
  folder: 'it is a folder, not a PDF',
  noFile: 'it is a pipe or a device, not a PDF',
  unreadable: (fault: string) => `it cannot be read (${fault})`,
  notPdf: (fault: string) => `it cannot be read as a PDF: ${fault}`,
  infected: (said: string) => `the virus scanner reports that it is infected${said ? ` (${said})` : ''}`,
  active: (name: string, kinds: readonly string[]) =>
    `files/${name} contains active content, which the portal removes from every page it shows: ${kinds.map(activeKind).join(', ')}.`,
  moreActive: (count: number) =>
    count === 1 ? 'One more file contains active content.' : `${count} more files contain active content.`,
  tooShort: (pages: number, beyond: readonly Paged[]) =>
    `it has only ${counted(pages, 'page')}, and the portal has ${listed(beyond.map(paged))}; what was there stays`,
} as const
