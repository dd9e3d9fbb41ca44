import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { type Database, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { messages } from '../messages.ts'
import { eraseClient } from './client/erase-client.ts'
import { erasePerson } from './erase-person.ts'
import {
  type Certificate,
  createPersonHash,
  isOwnCertificate,
  storeCertificate,
} from './erasure-statements.ts'
import { inErasure } from './hold-queries.ts'

/** What certificates can be about, by the names that commands use. */
const namesQueries: Record<Certificate['kind'], Sql> = {
  member: sql`select name as who from member_account`,
  patient: sql`select client_code || ' ' || patient_code as who from patient`,
  client: sql`select id as who from client`,
}

/**
 * Erases the person or client of a certificate again, for example after a backup was restored. Returns the certificate,
 * or undefined if the database does not have the person or client. Throws a readable error for a certificate of another
 * portal.
 */
export async function eraseAgain(
  owner: Database,
  { certificate, actor, key }: Again,
): Promise<Certificate | undefined> {
  if (!key || !isOwnCertificate(certificate, key))
    throw new Error(messages.person.foreign(certificate.number))
  const hash = createPersonHash(key)
  const known = await inErasure(owner, (db) =>
    queryRows(db, z.object({ who: z.string() }), namesQueries[certificate.kind]),
  )
  const found = known.find(({ who }) => hash(certificate.kind, who) === certificate.personHash)
  await storeCertificate(owner, certificate)
  if (!found) return undefined
  if (certificate.kind === 'client')
    return eraseClient(owner, { clientId: found.who, actor, key, earlier: certificate })
  const again = { who: found.who, actor, key, number: certificate.number }
  return (await erasePerson(owner, again)).certificate
}

type Again = { certificate: Certificate; actor: string; key: KeyObject | undefined }
