import type { RetentionKind } from '#clients/server/retention-schema.ts'
import { hasTypedText } from '#platform/db/audit-redaction-queries.ts'
import { type Sql, sql } from '#platform/db/database.ts'
import { caseHasHold, patientHasHold, policyHasHold } from './hold-queries.ts'
import { hasUnreadDecision } from './unread-decision-queries.ts'

/** A kind of data of a client, and when it is due. */
export type DueScope = { clientId: string; before: Sql }

/** What is past its period, as rows with `key` and whether a hold keeps it, as `held`. */
type DueQuery = (scope: DueScope) => Sql

const ofClient = (code: Sql, { clientId }: DueScope) =>
  sql`${code} in (select k.code from client_code k where k.client_id = ${clientId})`

/** The last day on which something happened in case `i`. */
const lastActivity = sql`
  greatest(
    i.enter_date, i.date_of_incident,
    (select max(greatest(b.service_to, b.processed_on)) from bill b where b.incident_number = i.incident_number),
    (select max(n.written_at)::date from note n where n.incident_number = i.incident_number),
    (select max(r.date_added) from medical_record r where r.incident_number = i.incident_number),
    (select max(d.date_added) from case_document d where d.incident_number = i.incident_number),
    (select max(coalesce(d.decided_at, r.received_at))::date
       from authorization_request r left join authorization_decision d using (itn)
      where r.incident_number = i.incident_number))`

const dueCases: DueQuery = (scope) => sql`
  select i.incident_number as key, ${caseHasHold(sql`i.incident_number`)} as held
    from incident i
   where ${ofClient(sql`i.client_code`, scope)} and i.enter_date < ${scope.before} and ${lastActivity} < ${scope.before}
     and not exists (select from authorization_request r where r.incident_number = i.incident_number
                        and (r.is_pending or ${hasUnreadDecision(sql`r.itn`)}))`

const dueBills: DueQuery = (scope) => sql`
  select b.itn as key, ${caseHasHold(sql`b.incident_number`)} as held
    from bill b
   where ${ofClient(sql`b.client_code`, scope)} and greatest(b.processed_on, b.service_to) < ${scope.before}`

/** The pages of a case are one file, so its records are due together. */
const dueRecords =
  (table: 'medical_record' | 'case_document'): DueQuery =>
  (scope) =>
    sql`
  select r.incident_number as key, ${caseHasHold(sql`r.incident_number`)} as held
    from ${sql.table(table)} r
   where ${ofClient(sql`r.client_code`, scope)}
   group by r.incident_number
  having max(r.date_added) < ${scope.before}`

const dueNotes: DueQuery = (scope) => sql`
  select n.ctid::text as key, ${caseHasHold(sql`n.incident_number`)} as held
    from note n
   where ${ofClient(sql`n.client_code`, scope)} and n.written_at < ${scope.before}`

const authorizationHasHold = sql`
  (${caseHasHold(sql`r.incident_number`)} or ${policyHasHold(sql`r.client_code`, sql`number_key(r.policy_number)`)})`

const dueComments: DueQuery = (scope) => sql`
  select c.ctid::text as key, ${authorizationHasHold} as held
    from authorization_comment c
    join authorization_request r using (itn)
   where ${ofClient(sql`c.client_code`, scope)} and c.written_at < ${scope.before} and not r.is_pending`

const dueAuthorizations: DueQuery = (scope) => sql`
  select r.itn as key, ${authorizationHasHold} as held
    from authorization_request r
   where ${ofClient(sql`r.client_code`, scope)} and not r.is_pending
     and (select max(d.decided_at) from authorization_decision d where d.itn = r.itn) < ${scope.before}
     and not ${hasUnreadDecision(sql`r.itn`)}`

const dueLetters: DueQuery = (scope) => sql`
  select v.number as key, ${policyHasHold(sql`v.client_code`, sql`v.policy_key`)} as held
    from vob v
   where ${ofClient(sql`v.client_code`, scope)} and v.issued_at < ${scope.before}`

/** The client codes that entry `e` is about; `all clients` for an entry about all and no row. */
const entryClients = sql`string_to_array(coalesce(e.client_code, e.detail->>'clients', e.subject), ',')`

/** An entry about several clients is due with the client whose period is the shortest. */
export const hasDueText = ({ clientId, before }: DueScope) => sql`
  (e.at < ${before} and ${hasTypedText}
    and (select array_agg(k.code) from client_code k where k.client_id = ${clientId})
          || 'all clients'::text && ${entryClients})`

/**
 * Whether audit entry `e` is about a client, patient or case on hold, also by an ITN, a letter or policy, or was shown
 * one. `*ALP1` in an entry stands for any row of that code.
 */
export const entryHasHold = sql`
  exists (
    select from legal_hold h
     where exists (select from client_code k
                    where k.client_id = h.client_id and array[k.code, 'all clients'] && ${entryClients})
        or h.client_code || ' ' || h.patient_code = any(e.shown || e.subject)
        or '*' || h.client_code = any(e.shown)
        or exists (
          select from incident i
           where (i.incident_number = h.incident_number
                  or i.client_code = h.client_code and i.patient_code = h.patient_code)
             and (array[i.incident_number, '*' || i.client_code] && (e.shown || e.subject)
               or exists (select from bill b
                           where b.incident_number = i.incident_number and b.itn = any(e.shown || e.subject))
               or exists (select from authorization_request r
                           where r.incident_number = i.incident_number and r.itn = any(e.shown || e.subject))))
        or exists (
          select from policy o
           where o.client_code = h.client_code and o.patient_code = h.patient_code
             and (o.policy_number = any(e.shown || e.subject)
               or exists (select from vob v
                           where v.client_code = o.client_code and v.policy_key = o.number_key
                             and v.number = any(e.shown || e.subject)))))`

const dueSearches: DueQuery = (scope) => sql`
  select e.id::text as key, ${entryHasHold} as held from audit_event e where ${hasDueText(scope)}`

const dueMembers: DueQuery = ({ clientId, before }) => sql`
  select a.id::text as key, exists (select from legal_hold h where h.client_id = a.client_id) as held
    from member_account a
   where a.client_id = ${clientId} and a.disabled_at < ${before}`

/** What is past its period, by the table whose rows are counted. */
export const dueQueries: Record<RetentionKind, Record<string, DueQuery>> = {
  cases: { incident: dueCases },
  bills: { bill: dueBills },
  medicalRecords: { medical_record: dueRecords('medical_record') },
  caseDocuments: { case_document: dueRecords('case_document') },
  notes: { note: dueNotes, authorization_comment: dueComments },
  authorizations: { authorization_request: dueAuthorizations },
  vobs: { vob: dueLetters },
  searches: { audit_event: dueSearches },
  members: { member_account: dueMembers },
}

/** The patients of some cases who have no other case, no authorization or letter of their policies, and no hold. */
export const patientsWithoutCasesQuery = (patients: Sql) => sql`
  select p.client_code as "clientCode", p.patient_code as "patientCode"
    from patient p
   where (p.client_code, p.patient_code) in (${patients})
     and not exists (select from incident i where i.client_code = p.client_code and i.patient_code = p.patient_code)
     and not exists (
       select from policy o
        where o.client_code = p.client_code and o.patient_code = p.patient_code
          and (exists (select from vob v where v.client_code = o.client_code and v.policy_key = o.number_key)
            or exists (select from authorization_request r
                        where r.client_code = o.client_code and number_key(r.policy_number) = o.number_key)))
     and not ${patientHasHold(sql`p.client_code`, sql`p.patient_code`)}`
