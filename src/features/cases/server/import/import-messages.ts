import { formatCount, quoted } from '#platform/server/csv-import/messages.ts'

/** A file skipped because of its name, with the closest recognized name. */
export type PassedOver = { name: string; meant: string | undefined }

/** A record that refers to pages of an incident's file. */
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
/** The kind as the file names it, reduced to word characters. */
const shownKind = (kind: string) => kind.replaceAll(/[^\w ]/g, '').slice(0, 40) || 'others'

const mostNamed = 5
const paged = ({ file, key, first, last }: Paged) =>
  `${quoted(key)} of ${file} on ${first === last ? `page ${first}` : `pages ${first}-${last}`}`
const listed = (all: readonly string[]) =>
  [...all.slice(0, mostNamed), ...(all.length > mostNamed ? [`${all.length - mostNamed} more`] : [])].join(
    ', ',
  )

/** Operator-facing text of case imports. */
export const messages = {
  noFolder: (path: string) => `Folder not found: ${path}.`,
  notAFolder: (path: string) => `${path} is not a folder. Pass the folder that contains the case files.`,
  filesNotAFolder: (path: string) =>
    `${path} is not a folder. Put the incidents' PDFs in a folder with this name.`,
  nothingThere: (path: string, files: readonly string[]) =>
    `${path} contains no case files. Expected at least one of: ${files.join(', ')}, files/….pdf.`,
  passedOver: ({ name, meant }: PassedOver) =>
    `Skipped ${quoted(name)}: not a recognized file name.${meant ? ` Did you mean ${meant}?` : ''}`,
  waiting: 'Another case import is running; waiting for it to finish.',
  taking: (name: string) => `Reading ${name}`,

  halfImage: 'has only one of imagePageStart and imagePageEnd',

  faults: {
    'patient rejected': (code: string) =>
      `patient ${quoted(code)} of this folder's patients.csv is rejected, or may be in a row that cannot be read`,
    'incident rejected': (number: string) =>
      `incident ${quoted(number)} of this folder's incidents.csv is rejected, or may be in a row that cannot be read`,
    'no patient': (code: string) => `there is no patient ${quoted(code)}`,
    'several patients': (code: string) =>
      `patient ${quoted(code)} exists for several clients; list the right one in this folder's patients.csv`,
    'no policy': (number: string) => `the patient has no policy ${quoted(number)}`,
    'no incident': (number: string) => `there is no incident ${quoted(number)}`,
    'no file': (number: string) => `incident ${quoted(number)} has no file to contain these pages`,
    'beyond its file': (pages: string) => `the incident's file has only ${pages} pages`,
  },
  notNamed: 'its name is not an incident number followed by .pdf',
  folder: 'it is a folder, not a PDF',
  noFile: 'it is a pipe or device, not a PDF',
  unreadable: (fault: string) => `it cannot be read (${fault})`,
  notPdf: (fault: string) => `it cannot be read as a PDF: ${fault}`,
  infected: (said: string) => `the virus scanner reports that it is infected${said ? ` (${said})` : ''}`,
  active: (name: string, kinds: readonly string[]) =>
    `files/${name} contains active content, which the portal removes from every page it shows: ${kinds.map(activeKind).join(', ')}.`,
  moreActive: (count: number) =>
    count === 1 ? 'One more file contains active content.' : `${count} more files contain active content.`,
  tooShort: (pages: number, beyond: readonly Paged[]) =>
    `it has only ${formatCount(pages, 'page')}, but the portal has ${listed(beyond.map(paged))}; the existing file is kept`,
} as const
