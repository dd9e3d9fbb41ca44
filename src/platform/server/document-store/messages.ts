const megabytes = (bytes: number) => `${(bytes / (1 << 20)).toLocaleString('en-US')} MB`

/** Every sentence about stored documents that a person or an operator can meet. */
export const messages = {
  missing: 'This document was not found.',
  lost: 'This document cannot be opened at present. Those who look after the portal have been told.',
  overLimits:
    'This document takes more memory or time to open than the portal allows. Those who look after the portal have been told.',
  tooManyPages: (most: number) =>
    `These are more pages than fit in one document (${most.toLocaleString('en-US')}). Please open fewer at a time.`,
  answerTooLarge: (bytes: number) =>
    `These pages are larger than one document may be (${megabytes(bytes)}). Please open fewer at a time.`,
  fileTooLarge: (bytes: number) => `It is larger than ${megabytes(bytes)}.`,
  overBudget: {
    MEMORY: 'It takes more memory to read than one PDF may take.',
    TIME: 'It takes longer to read than one PDF may take.',
  },
  notScanned: (program: string, outcome: string) =>
    `The virus scanner ${program} gave no verdict (${outcome}), so no further document is imported. Check DOCUMENT_SCAN_COMMAND, then import the folder again.`,
  notKept: (path: string, fault: string) =>
    `${path} cannot be written (${fault}). Put right what is in its way, its rights or the disk, and start again.`,
} as const
