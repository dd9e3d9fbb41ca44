import { commandLine, count, setting } from '#platform/config/setting-schemas.ts'

/**
 * The maximum of `DOCUMENT_MEGABYTES`. A worker holds its result in memory, and a larger one would exceed its
 * memory and time limits.
 */
const mostMegabytes = 400

/** Document size limits and the scan command. */
export const documentSettings = {
  DOCUMENT_MEGABYTES: setting(
    count(mostMegabytes).default(mostMegabytes),
    String(mostMegabytes),
    'Size, in MB, of the largest PDF that can be imported or opened',
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

/** Maps the settings to options of the document store. */
export const documentOptions = ({ DOCUMENT_MEGABYTES, DOCUMENT_SCAN_COMMAND }: Settings) => ({
  limits: { fileBytes: DOCUMENT_MEGABYTES * (1 << 20) },
  scanCommand: DOCUMENT_SCAN_COMMAND,
})
