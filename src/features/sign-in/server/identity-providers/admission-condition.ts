import type { Config } from '#platform/config/settings.ts'
import { type Sql, sql } from '#platform/db/database.ts'
import { developmentIssuer, issuerName } from '../identity-provider.ts'
import { listScimIssuers } from './providers.ts'

export type AdmissionConfig = Pick<
  Config,
  'INTERNAL_CLIENT_ID' | 'OIDC_ISSUER' | 'OIDC_PROVIDERS' | 'OIDC_PROVISIONING'
>

/**
 * Whether user `u` can have sessions and emails at the client of this column: not if disabled, and for a development
 * account only while the development provider is in use. The settings can have changed since they signed in: the client
 * can have moved to another provider, or the provider can use SCIM now, which has to have sent them.
 */
export const admissionCondition = (config: AdmissionConfig, client: Sql): Sql => sql`
  (u.disabled_at is null and (u.issuer <> ${developmentIssuer} or ${config.OIDC_ISSUER === undefined})
    and ${providerCondition(config, client)} and ${sentCondition(config, client)})`

function providerCondition(config: AdmissionConfig, client: Sql): Sql {
  if (config.OIDC_PROVIDERS.length === 0) return sql`true`
  const bound = config.OIDC_PROVIDERS.flatMap(({ clients, settings }) =>
    clients.map((id) => ({ id, issuer: settings.OIDC_ISSUER ?? '' })),
  )
  return sql`
    u.issuer = coalesce((select bound.issuer
                           from unnest(${bound.map(({ id }) => id)}::text[],
                                       ${bound.map(({ issuer }) => issuer)}::text[]) as bound (client_id, issuer)
                          where bound.client_id = ${client}),
                        ${issuerName(config)})`
}

/** Internal staff are out of reach of SCIM. */
function sentCondition(config: AdmissionConfig, client: Sql): Sql {
  const issuers = listScimIssuers(config)
  if (issuers.length === 0) return sql`true`
  return sql`
    (u.issuer <> all(${issuers}::text[]) or ${client} = ${config.INTERNAL_CLIENT_ID}
      or exists (select from scim_person p where p.user_id = u.id and p.active))`
}
