import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { type Database, queryRow, sql } from '#platform/db/database.ts'
import type { SignInFailure } from '../../contract.ts'
import type { SignInResult } from '../identity-provider.ts'
import { findClientOfPerson } from './apply-grants.ts'

const personRow = z.object({ userId: z.string(), isProvisioned: z.boolean(), isDisabled: z.boolean() })
const claimText = z.string().min(1)

type Provisioned = { userId: string; clientId: string } | { refused: SignInFailure }

/**
 * Finds a person of a provider that uses SCIM, with the client of their groups: claims of rights do not count. Returns
 * undefined for someone whom the provider has not sent. Locks the person's row, so that a change through SCIM waits for
 * the sign-in and then ends its session.
 */
export async function findProvisionedPerson(
  db: Database,
  { issuer, claims }: SignInResult,
  config: Pick<Config, 'OIDC_PERSON_CLAIM'>,
): Promise<Provisioned | undefined> {
  const { data: externalId } = claimText.safeParse(claims[config.OIDC_PERSON_CLAIM])
  if (externalId === undefined) return undefined
  const found = await queryRow(
    db,
    personRow,
    sql`
    select u.id as "userId", u.disabled_at is not null as "isDisabled",
           exists (select from scim_person p where p.user_id = u.id and p.external_id = ${externalId}) as "isProvisioned"
      from staff_user u where u.issuer = ${issuer} and u.subject = ${externalId}
       for no key update of u`,
  )
  if (!found?.isProvisioned) return undefined
  if (found.isDisabled) return { refused: 'person-disabled' }
  const clientId = await findClientOfPerson(db, found.userId)
  return clientId === undefined ? { refused: 'no-client' } : { userId: found.userId, clientId }
}
