import { sql } from '#platform/server/database.ts'
import type { Config } from '#platform/server/settings.ts'
import { developmentIssuer } from './identity-provider.ts'

/**
 * Whether user `u` can have sessions: not if disabled, and for a development account only while the
 * development provider is in use.
 */
export const isAdmitted = ({ OIDC_ISSUER }: Pick<Config, 'OIDC_ISSUER'>) =>
  sql`(u.disabled_at is null and (u.issuer <> ${developmentIssuer} or ${OIDC_ISSUER === undefined}))`

/** The features of client `viewed` in a query for user `u`, named as in the configuration (JSON). */
export const currentClientFeatures = sql`
  json_build_object('patientSearch', viewed.patient_search, 'currentActivity', viewed.current_activity,
                    'clientAuth', viewed.client_auth, 'caseSummary', viewed.case_summary)`

/** The codes of client `viewed` whose rows the user can see: all, or only the granted ones (JSON). */
export const currentClientCodes = sql`
  coalesce((select json_agg(c.code order by c.position)
              from client_code c
             where c.client_id = viewed.id
               and (not restriction.is_active or exists (
                      select from staff_grant g
                       where g.user_id = u.id and g.kind = 'client code' and g.client_code = c.code))), '[]')`

/** A join that tells whether the user is restricted to granted codes. */
export const codeRestriction = sql`
  lateral (select exists (select from staff_grant g where g.user_id = u.id and g.kind = 'client code') as is_active)
    as restriction`
