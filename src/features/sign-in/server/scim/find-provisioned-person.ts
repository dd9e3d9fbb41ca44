import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { type Database, queryRow, sql } from '#platform/db/database.ts'
import type { SignInFailure } from '../../contract.ts'
import type { SignInResult } from '../identity-provider.ts'
import { findProviderClients } from '../identity-providers/providers.ts'
import { findClientOfPerson } from './apply-grants.ts'

const personRow = z.object({ userId: z.string(), isProvisioned: z.boolean(), isDisabled: z.boolean() })
const claimText = z.string().min(1)

type Provisioned = { userId: string; clientId: string } | { refused: SignInFailure }

/**
 * Finds a person whom the provider has sent by SCIM, with the client of their groups: claims of rights do not count.
 * Returns undefined for someone else. Locks the person's row, so that a change through SCIM waits for the sign-in and
 * then ends its session. Somebody whose account of before, known by `sub`, an operator turned off stays out.
 */
export async function findProvisionedPerson(
  db: Database,
  { issuer, claims }: SignInResult,
  config: Config,
): Promise<Provisioned | undefined> {
  const { data: externalId } = claimText.safeParse(claims[config.OIDC_PERSON_CLAIM])
  if (externalId === undefined) return undefined
  const found = await queryRow(
    db,
    personRow,
    sql`
    select u.id as "userId",
           u.disabled_at is not null
             or exists (select from staff_user former
                         where former.issuer = ${issuer} and former.subject = ${claims.sub}
                           and former.disabled_at is not null and not former.disabled_by_scim) as "isDisabled",
           exists (select from scim_person p where p.user_id = u.id and p.external_id = ${externalId}) as "isProvisioned"
      from staff_user u where u.issuer = ${issuer} and u.subject = ${externalId}
       for no key update of u`,
  )
  if (!found?.isProvisioned) return undefined
  if (found.isDisabled) return { refused: 'person-disabled' }
  const clientId = await findClientOfPerson(db, findProviderClients(config, issuer), found.userId)
  return clientId === undefined ? { refused: 'no-client' } : { userId: found.userId, clientId }
}

/**
 * The subject of a person whom claims admit: that of their account from SCIM, if they have one, or else the `sub`. By their
 * `sub`, somebody whom the provider removed or an operator released would be a new person, without their limits.
 */
export async function findSubject(
  db: Database,
  { issuer, claims }: SignInResult,
  config: Pick<Config, 'OIDC_PERSON_CLAIM'>,
): Promise<string> {
  const { data: externalId } = claimText.safeParse(claims[config.OIDC_PERSON_CLAIM])
  if (externalId === undefined) return claims.sub
  const known = sql`select from staff_user where issuer = ${issuer} and subject = ${externalId}`
  return (await queryRow(db, z.object({}), known)) ? externalId : claims.sub
}
