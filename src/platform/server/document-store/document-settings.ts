import { setting } from '../setting.ts'
import { commandLine, count } from '../setting-kinds.ts'

/** A worker holds an answer in memory: with a larger one it exceeds its memory and its time. */
const mostMegabytes = 400

/** How large documents may be, and what looks them through. */
export const documentSettings = {
  DOCUMENT_MEGABYTES: setting(
    count(mostMegabytes).default(mostMegabytes),
    String(mostMegabytes),
    'Size of a PDF that an import takes, and of one that is opened, at most',
    '100',
  ),
  DOCUMENT_SCAN_COMMAND: setting(
    commandLine.optional(),
    'none',
    'Virus scanner that an import asks about each PDF: the file comes on its standard input where the last word is -, otherwise as its last argument',
    'clamdscan --no-summary -',
  ),
}

type Settings = { DOCUMENT_MEGABYTES: number; DOCUMENT_SCAN_COMMAND?: readonly string[] | undefined }

/** What the settings mean for the document store. */
export const documentOptions = ({ DOCUMENT_MEGABYTES, DOCUMENT_SCAN_COMMAND }: Settings) => ({
  limits: { fileBytes: DOCUMENT_MEGABYTES * (1 << 20) },
  scanCommand: DOCUMENT_SCAN_COMMAND,
})
