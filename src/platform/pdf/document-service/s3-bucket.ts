import type {
  HeadObjectCommandOutput,
  S3Client,
  S3ClientConfig,
  ServerSideEncryption,
} from '@aws-sdk/client-s3'
import { loadOnce } from '#platform/concurrency/load-once.ts'
import { sleep } from '#platform/concurrency/sleep.ts'
import { StorageAwayError } from './document-storage.ts'
import { messages } from './messages.ts'

/** Where documents are: `s3://bucket/prefix?endpoint=https://s3.example.com`; without an endpoint, in Amazon S3. */
export type S3Location = { bucket: string; prefix: string; endpoint?: string | undefined }

export type S3Options = {
  location: S3Location
  region: string
  /** Undefined if the client finds them itself, for example those of a container or machine. */
  credentials?: S3ClientConfig['credentials'] | undefined
  /** The header of server-side encryption, and the key for `aws:kms`. */
  encryption?: { algorithm: ServerSideEncryption; key?: string | undefined } | undefined
  /** Whether nothing may be sent to a host without TLS. */
  refusesPlain?: (host: string) => boolean
  timeouts?: Partial<typeof standardTimeouts>
}

const standardTimeouts = {
  /** How long a connection may take, and how long an open one may be silent. */
  connectMs: 2_000,
  silentMs: 5_000,
  /** The longest that one attempt may take, and longer for many bytes. */
  attemptMs: 15_000,
  /** How long to wait after the first failed attempt; twice as long after the second. */
  retryMs: 250,
  /** After all attempts have failed, other requests fail at once for this long. */
  pauseMs: 2_000,
}

const attempts = 3
/** A connection that carries less than this is too slow to wait for. */
const leastBytesPerMs = 500

/** The objects of a bucket below a prefix. Every call has time limits and retries; `StorageAwayError` if all fail. */
export type S3Bucket = {
  address: string
  /** The size of an object; undefined if there is none. */
  size(key: string): Promise<number | undefined>
  /** Bytes of an object: fewer if it is shorter, undefined if there is none. */
  read(key: string, from: number, to: number): Promise<Buffer | undefined>
  write(key: string, bytes: Uint8Array): Promise<void>
  remove(key: string): Promise<void>
  list(prefix: string): AsyncIterable<string>
  /** Fails if the bucket cannot be reached. */
  reach(): Promise<void>
}

type Sdk = typeof import('@aws-sdk/client-s3')
type Work<T> = (client: S3Client, sdk: Sdk, options: { abortSignal: AbortSignal }) => Promise<T>

/** Opens a bucket. The client of the store is loaded by the first request, never by a start without such a store. */
export function openS3Bucket(options: S3Options): S3Bucket {
  const { location, encryption } = options
  const { bucket: Bucket, prefix, endpoint } = location
  const address = `s3://${[Bucket, prefix].filter(Boolean).join('/')}${endpoint ? ` at ${endpoint}` : ''}`
  const run = createRunner(address, options)
  const toObject = (key: string) => ({ Bucket, Key: prefix ? `${prefix}/${key}` : key })
  const encrypted = encryption && {
    ServerSideEncryption: encryption.algorithm,
    ...(encryption.key && { SSEKMSKeyId: encryption.key }),
  }

  const reach = () =>
    run(0, async (client, sdk, sending) => {
      await client.send(new sdk.HeadBucketCommand({ Bucket }), sending)
    })
  const confirmBucket = loadOnce(reach)

  return {
    address,
    async size(key) {
      const found = await run(0, (client, sdk, sending) =>
        client
          .send(new sdk.HeadObjectCommand(toObject(key)), sending)
          .then(({ ContentLength = 0 }: HeadObjectCommandOutput) => ContentLength, unlessStatus(404)),
      )
      // The response to HEAD does not say whether the object or the whole bucket is missing.
      if (found === undefined) await confirmBucket()
      return found
    },
    read: (key, from, to) =>
      run(to - from, async (client, sdk, sending) => {
        const range = { ...toObject(key), Range: `bytes=${from}-${to - 1}` }
        const found = await client
          .send(new sdk.GetObjectCommand(range), sending)
          .catch((error) => (readStatus(error) === 416 ? 'short' : unlessStatus(404)(error)))
        if (found === 'short') return Buffer.alloc(0)
        // A connection that breaks while the bytes arrive is a failed attempt, too.
        return found && Buffer.from((await found.Body?.transformToByteArray()) ?? [])
      }),
    write: (key, bytes) =>
      run(bytes.length, async (client, sdk, sending) => {
        // The signature covers the SHA-256 of the bytes, so the store rejects any that changed on the way.
        await client.send(
          new sdk.PutObjectCommand({ ...toObject(key), ...encrypted, ...pdf, Body: bytes }),
          sending,
        )
      }),
    remove: (key) =>
      run(0, async (client, sdk, sending) => {
        await client.send(new sdk.DeleteObjectCommand(toObject(key)), sending)
      }),
    list: (below) => listKeys(run, { Bucket, Prefix: toObject(below).Key }),
    reach,
  }
}

type Run = ReturnType<typeof createRunner>

async function* listKeys(run: Run, below: { Bucket: string; Prefix: string }) {
  for (let ContinuationToken: string | undefined, isLast = false; !isLast; ) {
    const page = await run(0, (client, sdk, sending) =>
      client.send(new sdk.ListObjectsV2Command({ ...below, ContinuationToken }), sending),
    )
    for (const { Key = '' } of page.Contents ?? []) yield Key
    ContinuationToken = page.NextContinuationToken
    isLast = !page.IsTruncated || !ContinuationToken
  }
}

const pdf = { ContentType: 'application/pdf' }

/** Runs requests with time limits and retries. Errors that a retry cannot cure end it at once. */
function createRunner(address: string, options: S3Options) {
  const timeouts = { ...standardTimeouts, ...options.timeouts }
  const loadClient = loadOnce(async () => {
    const sdk = await import('@aws-sdk/client-s3')
    return { sdk, client: createClient(sdk, options, timeouts) }
  })
  let failure: { until: number; error: StorageAwayError } | undefined

  return async function run<T>(bytes: number, work: Work<T>): Promise<T> {
    if (failure && performance.now() < failure.until) throw failure.error
    const { sdk, client } = await loadClient()
    for (let attempt = 1; ; attempt += 1) {
      const abortSignal = AbortSignal.timeout(timeouts.attemptMs + Math.ceil(bytes / leastBytesPerMs))
      try {
        const result = await work(client, sdk, { abortSignal })
        failure = undefined
        return result
      } catch (cause) {
        if (cause instanceof StorageAwayError) throw cause
        if (attempt < attempts && isTransient(cause)) {
          await sleep(timeouts.retryMs * attempt, new AbortController().signal)
          continue
        }
        const fault = describeFault(cause)
        // Callers take the 404 of an object as a result, so this one is about the bucket.
        const isBucketMissing = readStatus(cause) === 404
        const message = isBucketMissing ? messages.bucketMissing(address) : messages.storeAway(address, fault)
        const error = new StorageAwayError(message, { cause: withoutRequest(cause, fault) })
        if (isTransient(cause)) failure = { until: performance.now() + timeouts.pauseMs, error }
        throw error
      }
    }
  }
}

function createClient({ S3Client }: Sdk, options: S3Options, timeouts: typeof standardTimeouts): S3Client {
  const { location, region, credentials, refusesPlain } = options
  const { endpoint } = location
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    followRegionRedirects: !endpoint,
    // Retries are ours, because those of the client end before the bytes of a response arrive.
    maxAttempts: 1,
    // Other checksums than the signed SHA-256 are unknown to many S3-compatible stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      socketTimeout: timeouts.silentMs,
      httpAgent: { keepAlive: true, maxSockets: 64 },
      httpsAgent: { keepAlive: true, maxSockets: 64 },
    },
  })
  // The settings cannot show an endpoint of the AWS configuration files, which only the client finds.
  client.middlewareStack.add(
    (next) => (args) => {
      const { protocol, hostname } = args.request as { protocol: string; hostname: string }
      if (protocol !== 'https:' && refusesPlain?.(hostname))
        throw new StorageAwayError(messages.plainStore(hostname))
      return next(args)
    },
    { step: 'finalizeRequest', priority: 'high', name: 'rejectPlainEndpoint' },
  )
  return client
}

type SdkError = Error & { code?: string; Code?: string; $metadata?: { httpStatusCode?: number } }

const readStatus = (error: unknown) => (error as SdkError).$metadata?.httpStatusCode

/** A missing object is a result; a missing bucket is a fault. */
const unlessStatus = (status: number) => (error: unknown) => {
  if (readStatus(error) === status && (error as SdkError).name !== 'NoSuchBucket') return undefined
  throw error
}

/** Whether another attempt may succeed: no response, or one that says that the store is busy. */
const isTransient = (error: unknown) => {
  const status = readStatus(error)
  return status === undefined || status >= 500 || status === 429 || status === 408 || isBroken(error)
}

/** A response that broke off has the status of its first line. */
const isBroken = (error: unknown) => ['ECONNRESET', 'ABORT_ERR'].includes((error as SdkError).code ?? '')

function describeFault(error: unknown): string {
  const { name, code, Code } = error as SdkError
  const status = readStatus(error)
  // A response to HEAD has no body that could name the fault.
  const word = Code ?? code ?? name
  return [status, word === 'Unknown' ? undefined : word].filter(Boolean).join(' ')
}

/** The error without its request and response, for the log. */
const withoutRequest = (error: unknown, code: string) =>
  Object.assign(new Error(code), { name: (error as Error).name, code })
