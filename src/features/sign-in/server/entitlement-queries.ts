import { sql } from '#platform/server/database.ts'
import type { Config } from '#platform/server/settings.ts'
import { developmentIssuer } from './identity-provider.ts'

/**
 * Whether user `u` can have sessions: not when disabled; development accounts only with the development provider.
 */
export const isAdmitted = ({ OIDC_ISSUER }: Pick<Config, 'OIDC_ISSUER'>) =>
  sql`(u.disabled_at is null and (u.issuer <> ${developmentIssuer} or ${OIDC_ISSUER === undefined}))`

/** The features of client `viewed` for a query of user `u`, named as in the configuration (JSON). */
export const featuresOfViewed = sql`
  json_build_object('patientSearch', viewed.patient_search, 'currentActivity', viewed.current_activity,
                    'clientAuth', viewed.client_auth, 'caseSummary', viewed.case_summary)`

/** The codes of that client whose rows the user can see: all of them, or those granted (JSON). */
export const codesOfViewed = sql`
  coalesce((select json_agg(c.code order by c.position)
              from client_code c
             where c.client_id = viewed.id
               and (not narrowed.is_so or exists (
                      select from staff_grant g
                       where g.user_id = u.id and g.kind = 'client code' and g.client_code = c.code))), '[]')`

/** Join: whether the user was granted codes and therefore sees no others. */
export const narrowed = sql`
  lateral (select exists (select from staff_grant g where g.user_id = u.id and g.kind = 'client code') as is_so) as narrowed`
