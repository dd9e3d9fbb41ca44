const megabytes = (bytes: number) => `${(bytes / (1 << 20)).toLocaleString('en-US')} MB`

/** Messages about stored documents, for users and operators. */
export const messages = {
  missing: 'This document was not found.',
  lost: 'This document cannot be opened right now. Your administrator has been notified.',
  overLimits:
    'This document needs more memory or time than the portal allows. Your administrator has been notified.',
  tooManyPages: (most: number) =>
    `A document can have at most ${most.toLocaleString('en-US')} pages. Please open fewer pages at a time.`,
  extractTooLarge: (bytes: number) =>
    `These pages exceed the limit of ${megabytes(bytes)}. Please open fewer pages at a time.`,
  fileTooLarge: (bytes: number) => `it is larger than ${megabytes(bytes)}`,
  overBudget: {
    MEMORY: 'reading it takes more memory than the portal allows for one PDF',
    TIME: 'reading it takes longer than the portal allows for one PDF',
  },
  notScanned: (program: string, outcome: string) =>
    `The virus scanner ${program} did not return a verdict (${outcome}). The import has stopped. Check DOCUMENT_SCAN_COMMAND, then import the folder again.`,
  folderUnwritable: (folder: string, code: string) => `${folder} is not writable (${code}).`,
  storeAway: (address: string, fault: string) =>
    `The document store ${address} cannot be used (${fault}). Check that it is running, then check DOCUMENTS_URL, the access key and its permissions.`,
  storeSlow: 'The document store does not deliver documents in time.',
  notKept: (path: string, fault: string) =>
    `Cannot write ${path} (${fault}). Check permissions and free disk space, then restart.`,
} as const
