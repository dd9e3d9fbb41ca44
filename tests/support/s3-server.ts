import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import type { S3Options } from '#platform/pdf/document-service/s3-bucket.ts'

const [bucket, accessKeyId, secretAccessKey] = ['documents', 'portal', 'a-secret-of-the-store']
const pageSize = 2

/** What the server does with the next requests: answer with a status, never respond, or break off or stop in a body. */
type Fault = number | 'silence' | 'break off' | 'stop'
type Received = {
  method: string
  key: string
  range?: string | undefined
  headers: IncomingMessage['headers']
}

/**
 * A server that speaks the part of S3 that the portal uses, keeps objects in memory and rejects requests whose
 * signature or SHA-256 is wrong.
 */
export async function openS3Server() {
  const objects = new Map<string, Buffer>()
  const requests: Received[] = []
  const faults: Fault[] = []
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = () => (server.address() as AddressInfo).port
  const endpoint = `http://127.0.0.1:${port()}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    const { pathname, searchParams } = new URL(request.url ?? '', endpoint)
    const [, name = '', ...path] = decodeURIComponent(pathname).split('/')
    const [method = '', key, { range }] = [request.method, path.join('/'), request.headers]
    requests.push({ method, key, range, headers: request.headers })
    const isWaiting = typeof faults[0] === 'string' && faults[0] !== 'silence' && method !== 'GET'
    const fault = isWaiting ? undefined : faults.shift()
    if (fault === 'silence') return
    if (typeof fault === 'number') return refuse(response, fault, 'SlowDown')
    if (!isSigned(request, body)) return refuse(response, 403, 'SignatureDoesNotMatch')
    if (name !== bucket) return refuse(response, 404, 'NoSuchBucket')
    if (method === 'GET' && key === '') return list(response, objects, searchParams)
    if (method === 'PUT') objects.set(key, body)
    if (method === 'DELETE') objects.delete(key)
    if (method === 'PUT' || method === 'DELETE' || key === '') return response.end()
    const object = objects.get(key)
    if (!object) return refuse(response, 404, 'NoSuchKey')
    send(response, object, { range, fault })
  }

  const options: S3Options = {
    location: { bucket, prefix: '', endpoint },
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
    timeouts: { silentMs: 300, retryMs: 1, pauseMs: 0 },
  }
  return {
    options,
    objects,
    requests,
    /** The environment of a portal that stores its documents here. */
    environment: {
      DOCUMENTS_URL: `s3://${bucket}?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    /** Lets the next requests fail, one with each fault. */
    failNext: (...next: Fault[]) => void faults.push(...next),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Starts a server for the tests of a file. Each test begins with an empty store and an empty folder, which is deleted
 * after it.
 */
export function setUpS3Server() {
  let server: Awaited<ReturnType<typeof openS3Server>>
  let folder: string
  beforeAll(async () => {
    server = await openS3Server()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storage-'))
    server.objects.clear()
    server.requests.length = 0
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
  })
  return {
    get server() {
      return server
    },
    get folder() {
      return folder
    },
  }
}

function list(response: ServerResponse, objects: Map<string, Buffer>, query: URLSearchParams) {
  const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? '']
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, pageSize)
  const isTruncated = keys.length > page.length
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const body = `<IsTruncated>${isTruncated}</IsTruncated>${contents}${next}`
  response.end(`<ListBucketResult>${body}</ListBucketResult>`)
}

function refuse(response: ServerResponse, status: number, code: string) {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}

type Sending = { range: string | undefined; fault: Fault | undefined }

function send(response: ServerResponse, object: Buffer, { range, fault }: Sending) {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [undefined, '0', String(object.length)]
  if (range && Number(from) >= object.length) return refuse(response, 416, 'InvalidRange')
  const part = object.subarray(Number(from), Number(to) + 1)
  response.writeHead(range ? 206 : 200, { 'content-length': part.length })
  if (response.req.method === 'HEAD') return response.end()
  if (fault === undefined) return response.end(part)
  response.write(part.subarray(0, part.length - 1), () => fault === 'break off' && response.destroy())
}

/** Verifies a signature of version 4, as in the documentation of Amazon S3. */
function isSigned({ method, url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const given =
    /Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
      headers.authorization ?? '',
    )
  const [, user, day = '', region = '', names = '', signature] = given ?? []
  const bodyHash = headers['x-amz-content-sha256']
  if (user !== accessKeyId || bodyHash !== createHash('sha256').update(body).digest('hex')) return false
  const { pathname, searchParams } = new URL(url, 'http://host')
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, pathname, query, lines.join(''), names, bodyHash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const hashed = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hashed].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  return hmac(key, text).toString('hex') === signature
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
