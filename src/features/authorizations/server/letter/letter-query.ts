import { z } from 'zod'
import { decisionLetter } from '#clients/server/decision-letter-schema.ts'
import { type Database, queryRow, sql } from '#platform/db/database.ts'
import { action } from '../../contract.ts'

const row = z.object({
  itn: z.string(),
  client: z.string(),
  clientName: z.string(),
  /** The client's text; null if it has none. */
  letter: decisionLetter.nullable(),
  action,
  currency: z.string(),
  totalCharge: z.string(),
  patientResponsibility: z.string().nullable(),
  maximumCovered: z.string().nullable(),
  reasonCode: z.string().nullable(),
  reason: z.string().nullable(),
  comment: z.string().nullable(),
  decidedAt: z.date(),
  patientName: z.string(),
  providerName: z.string(),
  policyNumber: z.string().nullable(),
  incidentNumber: z.string().nullable(),
  serviceFrom: z.string(),
  serviceTo: z.string(),
  /** How long the decision can still be undone, in seconds; 0 once it is final. */
  undoSeconds: z.number(),
})
export type LetterDecision = z.infer<typeof row>

/** The bill data that the decision keeps. Old decisions keep nothing, so their letters have the bill's current data. */
const keptColumns = sql.join(
  (
    [
      ['patient_name', 'patientName'],
      ['provider_name', 'providerName'],
      ['policy_number', 'policyNumber'],
      ['incident_number', 'incidentNumber'],
      ['service_from', 'serviceFrom'],
      ['service_to', 'serviceTo'],
    ] as const
  ).map(
    ([column, name]) =>
      sql`case when d.patient_name is null then ${sql.ref(`r.${column}`)} else ${sql.ref(`d.${column}`)} end as ${sql.ref(name)}`,
  ),
)

/** Finds a decision that was not undone, with what its letter states; undefined if there is none. */
export const findLetterDecision = (db: Database, id: string): Promise<LetterDecision | undefined> =>
  queryRow(
    db,
    row,
    sql`
    select d.itn, d.client_code as client, c.name as "clientName", c.decision_letter as letter, d.action, d.currency,
           d.total_charge as "totalCharge", d.patient_responsibility as "patientResponsibility",
           d.maximum_covered as "maximumCovered", d.reason_code as "reasonCode", d.reason, d.comment,
           d.decided_at as "decidedAt", ${keptColumns},
           case when m.position is null
             then greatest(0, ceil(extract(epoch from m.undo_until - clock_timestamp())))::int else 0
           end as "undoSeconds"
      from decision_message m
      join authorization_decision d on d.itn = m.itn and d.round = m.round
      join authorization_request r on r.itn = d.itn
      join client_code k on k.code = d.client_code
      join client c on c.id = k.client_id
     where m.id = ${id}::uuid`,
  )
