import { setting } from '../setting.ts'
import { commandLine, count } from '../setting-kinds.ts'

/** How large documents may be, and what looks them through. */
export const documentSettings = {
  DOCUMENT_MEGABYTES: setting(
    count(2000).default(400),
    '400',
    'Largest PDF in MB that is imported or opened',
    '100',
  ),
  DOCUMENT_SCAN_COMMAND: setting(
    commandLine.optional(),
    'none',
    'Virus scanner for imported PDFs. If the last word is -, it receives the PDF on standard input; otherwise its path is the last argument',
    'clamdscan --no-summary -',
  ),
}

type Settings = { DOCUMENT_MEGABYTES: number; DOCUMENT_SCAN_COMMAND?: readonly string[] | undefined }

/** What the settings mean for the document store. */
export const documentOptions = ({ DOCUMENT_MEGABYTES, DOCUMENT_SCAN_COMMAND }: Settings) => ({
  limits: { fileBytes: DOCUMENT_MEGABYTES * (1 << 20) },
  scanCommand: DOCUMENT_SCAN_COMMAND,
})
