import {
  createHash,
  createHmac,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { z } from 'zod'
import { exportPublicKey } from '#platform/db/audit-checkpoint-file.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'

const format = 'portal-erasure-1' as const

/** What a certificate states. It has no personal data: the person (or client) is a hash with a key that only the portal has. */
const statement = z.object({
  number: z.string().regex(/^ERASED-[0-9A-F]{8}$/),
  kind: z.enum(['patient', 'member', 'client']),
  client: z.string(),
  personHash: z.string().regex(/^[0-9a-f]{64}$/),
  erasedAt: z.iso.datetime(),
  erasedBy: z.string(),
  /** Rows by table, and `documents`. */
  counts: z.record(z.string(), z.number()),
})
export type Statement = z.infer<typeof statement>

const certificate = statement.extend({
  format: z.literal(format),
  /** The Ed25519 key, as DER in Base64. */
  publicKey: z.base64(),
  signature: z.base64(),
})
export type Certificate = z.infer<typeof certificate>

/** The text that is signed and hashed: the same for a statement from a file and from the database. */
function signedText({ number, kind, client, personHash, erasedAt, erasedBy, counts }: Statement): string {
  const sorted = Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const lines = sorted.map(([name, count]) => `${name} ${count}`)
  return [format, number, kind, client, personHash, erasedAt, erasedBy, ...lines].join('\n')
}

/** The SHA-256 of what a certificate states, which people compare. */
export const hashStatement = (stated: Statement) =>
  createHash('sha256').update(signedText(stated)).digest('hex')

export function signStatement(stated: Statement, key: KeyObject): Certificate {
  const signature = sign(null, Buffer.from(signedText(stated)), key).toString('base64')
  return { format, ...stated, publicKey: exportPublicKey(key), signature }
}

/** Parses the text of a certificate's JSON file; undefined for anything else. */
export function parseCertificate(text: string): Certificate | undefined {
  try {
    return certificate.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Whether the portal with this key signed the certificate. */
export function isOwnCertificate({ publicKey, signature, ...stated }: Certificate, key: KeyObject): boolean {
  return (
    publicKey === exportPublicKey(key) &&
    verify(null, Buffer.from(signedText(stated)), createPublicKey(key), Buffer.from(signature, 'base64'))
  )
}

/** Hashes who a person or client is. Without the portal's key, hashing guesses reveals nothing. */
export function createPersonHash(key: KeyObject): (kind: Statement['kind'], who: string) => string {
  const secret = key.export({ type: 'pkcs8', format: 'der' })
  const hashKey = Buffer.from(hkdfSync('sha256', secret, '', 'portal erased persons', 32))
  return (kind, who) => createHmac('sha256', hashKey).update(`${kind} ${who}`).digest('hex')
}

/** A new number of an erasure, such as ERASED-1A2B3C4D. */
export const createNumber = () => `ERASED-${randomBytes(4).toString('hex').toUpperCase()}`

/** Stores a certificate. An erasure that is applied again keeps its first one. */
export const storeCertificate = (db: Database, { format: _, ...stated }: Certificate) =>
  execute(
    db,
    sql`
    insert into erasure (number, kind, client, person_hash, erased_at, erased_by, counts, public_key, signature)
    values (${stated.number}, ${stated.kind}, ${stated.client}, decode(${stated.personHash}, 'hex'), ${stated.erasedAt},
            ${stated.erasedBy}, ${toSqlJson(stated.counts)}::jsonb, ${stated.publicKey}, ${stated.signature})
        on conflict do nothing`,
  )

/** Finds the certificate of an erasure by its number. */
export async function findCertificate(db: Database, number: string): Promise<Certificate | undefined> {
  const row = await queryRow(
    db,
    certificate.omit({ format: true, erasedAt: true }).extend({ erasedAt: z.date() }),
    sql`
    select number, kind, client, encode(person_hash, 'hex') as "personHash", erased_at as "erasedAt",
           erased_by as "erasedBy", counts, public_key as "publicKey", signature
      from erasure
     where number = ${number}`,
  )
  return row && { format, ...row, erasedAt: row.erasedAt.toISOString() }
}
