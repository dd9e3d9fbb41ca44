import { z } from 'zod'
import { messages } from '#platform/config/messages.ts'
import { type JudgedConfig, refusesPlain } from '#platform/config/production-rules.ts'
import { commandLine, count, onOff, secret, setting, words } from '#platform/config/setting-schemas.ts'
import { openDocumentKeys } from './encryption/document-keys.ts'
import type { S3Location, S3Options } from './s3-bucket.ts'

/**
 * The maximum of `DOCUMENT_MEGABYTES`. A worker holds its result in memory, and a larger one would exceed its
 * memory and time limits.
 */
const mostMegabytes = 400

const faults = messages.settingFaults
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** Without a password, which messages and the audit trail would name. */
const endpoint = z.url({ protocol: /^https?$/ }).regex(/^[^@]+$/)

/** `s3://bucket/prefix`, with `?endpoint=` for a store that is not Amazon S3. */
const documentsAddress = z.string().transform((text, context): S3Location => {
  const { protocol, host, pathname, searchParams, hash, username } = parseAddress(text) ?? {}
  const bucket = host ?? ''
  const given = searchParams?.get('endpoint') ?? undefined
  const isKnown = [...(searchParams?.keys() ?? [])].join() === (given === undefined ? '' : 'endpoint')
  const path = decodePath(pathname ?? '')
  const isRight = protocol === 's3:' && bucketPattern.test(bucket) && !hash && !username && isKnown
  if (!isRight || path === undefined || (given !== undefined && !endpoint.safeParse(given).success))
    context.addIssue({ code: 'custom', message: faults.notDocumentsAddress })
  return { bucket, prefix: path?.replace(/^\/+|\/+$/g, '') ?? '', endpoint: given?.replace(/\/+$/, '') }
})

const parseAddress = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)

/** Undefined if a percent sign does not begin an encoded character. */
function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** `AES256`, `aws:kms`, or `aws:kms` and the ID of a key. */
const encryption = z.string().transform((text, context): NonNullable<S3Options['encryption']> => {
  const [, algorithm, key] = /^(AES256|aws:kms)(?:\s+(\S+))?$/.exec(text.trim()) ?? []
  if ((algorithm === 'AES256' && !key) || algorithm === 'aws:kms') return { algorithm, key }
  context.addIssue({ code: 'custom', message: faults.notEncryption })
  return z.NEVER
})

/** Where documents are, their size limits and the scan command. */
export const documentSettings = {
  DOCUMENTS_URL: setting(
    documentsAddress.optional(),
    'the folder documents in DATA_DIR',
    'Bucket of an S3-compatible store for the documents; without an endpoint, of Amazon S3',
    's3://portal-documents?endpoint=https://s3.example.com',
  ),
  DOCUMENTS_ENCRYPTION: setting(
    encryption.optional(),
    'as the bucket is configured',
    'Server-side encryption that the portal asks the store for: AES256, aws:kms, or aws:kms and a key ID',
    'aws:kms 1234abcd-12ab-34cd-56ef-1234567890ab',
  ),
  DOCUMENTS_KEYS_FILE: setting(
    words.optional(),
    'documents are not encrypted by the portal',
    'File with the keys that encrypt documents before they are stored, one per line, the current one first',
    '/etc/portal/document-keys',
  ),
  AWS_REGION: setting(
    words.default('us-east-1'),
    'us-east-1',
    'Region of the document store',
    'eu-central-1',
  ),
  AWS_ACCESS_KEY_ID: secret(
    words.optional(),
    "found by the client, such as a machine's role",
    'Access key of the document store',
    'portal',
  ),
  AWS_SECRET_ACCESS_KEY: secret(words.optional(), 'none', 'Secret of that access key', 'a-long-secret'),
  AWS_SESSION_TOKEN: secret(words.optional(), 'none', 'Session token of a temporary access key', 'a-token'),
  ALLOW_MISSING_DOCUMENTS: setting(
    onOff.default(false),
    'off',
    'Lets the portal become ready although documents that the database names are missing',
    'on',
  ),
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

/** What the settings say about documents. */
export type DocumentSettings = {
  [Name in keyof typeof documentSettings]: z.output<(typeof documentSettings)[Name]['schema']>
}

/** Half of a key pair is a mistake: the client would silently look for other credentials. */
export const documentsError = ({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }: Partial<DocumentSettings>) =>
  Boolean(AWS_ACCESS_KEY_ID) === Boolean(AWS_SECRET_ACCESS_KEY) ? undefined : messages.halfAccessKey

/** Maps the settings to options of the document store. Throws `DocumentKeysError`. */
export const documentOptions = (settings: DocumentSettings & JudgedConfig) => ({
  limits: { fileBytes: settings.DOCUMENT_MEGABYTES * (1 << 20) },
  scanCommand: settings.DOCUMENT_SCAN_COMMAND,
  s3: s3Options(settings),
  keys: settings.DOCUMENTS_KEYS_FILE ? openDocumentKeys(settings.DOCUMENTS_KEYS_FILE) : undefined,
})

function s3Options(settings: DocumentSettings & JudgedConfig): S3Options | undefined {
  const { DOCUMENTS_URL, DOCUMENTS_ENCRYPTION, AWS_REGION } = settings
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = settings
  if (!DOCUMENTS_URL) return undefined
  const credentials = AWS_ACCESS_KEY_ID &&
    AWS_SECRET_ACCESS_KEY && {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
    }
  return {
    location: DOCUMENTS_URL,
    region: AWS_REGION,
    credentials: credentials || undefined,
    encryption: DOCUMENTS_ENCRYPTION,
    refusesPlain: (host) => refusesPlain(settings, host),
  }
}
