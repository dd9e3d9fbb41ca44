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
  folderUnreadable: (folder: string, code: string) =>
    `${folder} cannot be read (${code}). Check DATA_DIR and its permissions.`,
  storeAway: (address: string, fault: string) =>
    `The document store ${address} cannot be used (${fault}). Check that it is running, then check DOCUMENTS_URL, the access key and its permissions.`,
  plainStore: (host: string) =>
    `The AWS configuration has an endpoint without TLS for the document store (${host}), so nothing is sent to it. Change endpoint_url in the file that AWS_CONFIG_FILE names (~/.aws/config) to https, or name the endpoint in DOCUMENTS_URL. For example: DOCUMENTS_URL=s3://portal-documents?endpoint=https://s3.example.com`,
  bucketMissing: (address: string) =>
    `The document store responds, but the bucket of ${address} does not exist. Create it, or check DOCUMENTS_URL.`,
  storeSlow: 'The document store does not deliver documents in time.',
  keyMissing: (sha256: string, keyId: string) =>
    `The document ${sha256} is encrypted with the key ${keyId}, which the portal does not have. Restore that key in the file that DOCUMENTS_KEYS_FILE names.`,
  documentKeysUnreadable: (path: string, code: string) =>
    `DOCUMENTS_KEYS_FILE: ${path} cannot be read (${code}). Restore the file, or create it with the command "documents rotate-key" if no document has been encrypted yet.`,
  notDocumentKey: (path: string, line: number) =>
    `DOCUMENTS_KEYS_FILE: Line ${line} of ${path} is not a key of 64 hexadecimal digits.`,
  noDocumentKey: (path: string) =>
    `DOCUMENTS_KEYS_FILE: ${path} contains no key. Restore the file, or remove it and create a new one with the command "documents rotate-key" if no document has been encrypted yet.`,
  notKept: (path: string, fault: string) =>
    `Cannot write ${path} (${fault}). Check permissions and free disk space, then restart.`,
} as const
