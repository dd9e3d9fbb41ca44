import { formatCount, quoted } from '#platform/import/import-messages.ts'

/** A file skipped because of its name, with the closest recognized name. */
export type SkippedFile = { name: string; suggestion: string | undefined }

/** A stored row that refers to pages of an incident's file. */
export type StoredRange = { file: string; key: string; first: number; last: number }

const activeKinds: Record<string, string> = {
  GoToE: 'links into embedded files (GoToE)',
  GoToR: 'links to other files (GoToR)',
  ImportData: 'imports of form data (ImportData)',
  Launch: 'program launches (Launch)',
  RichMedia: 'multimedia (RichMedia)',
  SubmitForm: 'forms that send data (SubmitForm)',
  URI: 'links other than web and email links (URI)',
  EmbeddedFiles: 'embedded files',
  FileAttachment: 'attached files',
}
const describeActiveKind = (kind: string) => activeKinds[kind] ?? sanitizeKind(kind)
/** Limits a kind from an untrusted file to 40 word characters and spaces. */
const sanitizeKind = (kind: string) => kind.replaceAll(/[^\w ]/g, '').slice(0, 40) || 'others'

const maxListed = 5
const describeRange = ({ file, key, first, last }: StoredRange) =>
  `${quoted(key)} of ${file} on ${first === last ? `page ${first}` : `pages ${first}-${last}`}`
const formatList = (all: readonly string[]) =>
  [...all.slice(0, maxListed), ...(all.length > maxListed ? [`${all.length - maxListed} more`] : [])].join(
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
  skipped: ({ name, suggestion }: SkippedFile) =>
    `Skipped ${quoted(name)}: not a recognized file name.${suggestion ? ` Did you mean ${suggestion}?` : ''}`,
  waiting: 'Another case import is running; waiting for it to finish.',
  reading: (name: string) => `Reading ${name}`,

  halfImage: 'has only one of imagePageStart and imagePageEnd',

  referenceErrors: {
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
  wrongName: 'its name is not an incident number followed by .pdf',
  folder: 'it is a folder, not a PDF',
  noFile: 'it is a pipe or device, not a PDF',
  unreadable: (reason: string) => `it cannot be read (${reason})`,
  notPdf: (reason: string) => `it cannot be read as a PDF: ${reason}`,
  infected: (report: string) =>
    `the virus scanner reports that it is infected${report ? ` (${report})` : ''}`,
  active: (name: string, kinds: readonly string[]) =>
    `files/${name} contains active content, which the portal removes from every page it shows: ${kinds.map(describeActiveKind).join(', ')}.`,
  moreActive: (count: number) =>
    count === 1 ? 'One more file contains active content.' : `${count} more files contain active content.`,
  tooShort: (pages: number, beyond: readonly StoredRange[]) =>
    `it has only ${formatCount(pages, 'page')}, but the portal has ${formatList(beyond.map(describeRange))}; the existing file is kept`,
} as const
