import { sql } from '#platform/server/database.ts'
import type { Config } from '#platform/server/settings.ts'
import { developmentIssuer } from './identity-provider.ts'

/** Whether a user `u` may have sessions: not when disabled; people of the development provider only where it runs. */
export const isAdmitted = ({ OIDC_ISSUER }: Pick<Config, 'OIDC_ISSUER'>) =>
  sql`(u.disabled_at is null and (u.issuer <> ${developmentIssuer} or ${OIDC_ISSUER === undefined}))`

/** For a query of a user `u` and a client `viewed`: what the client has, by the words of the configuration (JSON). */
export const featuresOfViewed = sql`
  json_build_object('patientSearch', viewed.patient_search, 'currentActivity', viewed.current_activity,
                    'clientAuth', viewed.client_auth, 'caseSummary', viewed.case_summary)`

/** The codes of that client whose rows the user may see: all of them, or those that were granted (JSON). */
export const codesOfViewed = sql`
  coalesce((select json_agg(c.code order by c.position)
              from client_code c
             where c.client_id = viewed.id
               and (not narrowed.is_so or exists (
                      select from staff_grant g
                       where g.user_id = u.id and g.kind = 'client code' and g.client_code = c.code))), '[]')`

/** Whether the user was granted codes, and so sees no others: to be joined. */
export const narrowed = sql`
  lateral (select exists (select from staff_grant g where g.user_id = u.id and g.kind = 'client code') as is_so) as narrowed`
