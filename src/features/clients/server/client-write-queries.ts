import { now } from '#platform/contract/clock.ts'
import { type Database, execute, sql } from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'
import type { Client } from './client-diff.ts'
import type { ExternalSearch } from './clients-file-schema.ts'
import { messages } from './clients-messages.ts'

/** Serializes transactions that change clients. Call it before locking rows. */
export async function lockClients(db: Database) {
  await execute(db, sql`select pg_advisory_xact_lock(hashtext('clients'))`)
}

/** Keeps clients from changing until the transaction ends. Call it before locking rows. */
export async function lockClientsForShare(db: Database) {
  await execute(db, sql`select pg_advisory_xact_lock_shared(hashtext('clients'))`)
}

/** Inserts or updates a client, except for its lists, and changes its configuration version. */
export async function writeClient(db: Database, client: Client) {
  const { id, name, enabled, currentActivity, patientSearch, clientAuth, caseSummary, authorizers } = client
  const { undoSeconds, stepUpAbove, secondPersonAbove, emergencyMinutes, decisionLetter } = client
  const { paper, baseCurrency, retention } = client
  const { banner, videoUrl } = client.home
  const dueRule = client.dueRule && toSqlJson(client.dueRule)
  const { logo = null, ...card } = client.member?.card ?? {}
  const member = client.member && { ...client.member, card: client.member.card && card }
  await execute(
    db,
    sql`
    insert into client (id, name, enabled, current_activity, patient_search, client_auth, case_summary,
                        authorizers, due_rule, undo_seconds, step_up_above, second_person_above, emergency_minutes, decision_letter, paper, base_currency, retention, banner, video_url, vob,
                        member_area, card_logo, card_logo_type, changed_at)
    values (${id}, ${name}, ${enabled}, ${currentActivity}, ${patientSearch}, ${clientAuth}, ${caseSummary},
            ${authorizers}, ${dueRule}::jsonb, ${undoSeconds}, ${stepUpAbove && toSqlJson(stepUpAbove)}::jsonb, ${secondPersonAbove && toSqlJson(secondPersonAbove)}::jsonb, ${emergencyMinutes}, ${decisionLetter && toSqlJson(decisionLetter)}::jsonb,
            ${paper}, ${baseCurrency}, ${retention && toSqlJson(retention)}::jsonb, ${banner}, ${videoUrl}, ${client.vob && toSqlJson(client.vob)}::jsonb, ${member && toSqlJson(member)}::jsonb,
            ${logo?.bytes ?? null}, ${logo?.type ?? null}, ${now()})
    on conflict (id) do update
       set name = excluded.name, enabled = excluded.enabled, current_activity = excluded.current_activity,
           patient_search = excluded.patient_search, client_auth = excluded.client_auth,
           case_summary = excluded.case_summary, authorizers = excluded.authorizers, due_rule = excluded.due_rule,
           undo_seconds = excluded.undo_seconds, step_up_above = excluded.step_up_above, second_person_above = excluded.second_person_above,
           emergency_minutes = excluded.emergency_minutes,
           decision_letter = excluded.decision_letter,
           paper = excluded.paper, base_currency = excluded.base_currency, retention = excluded.retention, banner = excluded.banner,
           video_url = excluded.video_url, vob = excluded.vob, member_area = excluded.member_area,
           card_logo = excluded.card_logo, card_logo_type = excluded.card_logo_type,
           changed_at = greatest(excluded.changed_at, client.changed_at + interval '1 microsecond')`,
  )
}

const foreignKeyViolation = '23503'

/** Sets a client's codes, taking over any that belong to other clients. A code keeps the IDs of its former clients. */
export async function writeCodes(db: Database, { id, codes }: Pick<Client, 'id' | 'codes'>) {
  const codeNames = codes.map(({ code }) => code)
  await execute(db, sql`delete from client_code where client_id = ${id} and code <> all(${codeNames})`).catch(
    (cause: { code?: string }) => {
      if (cause.code !== foreignKeyViolation) throw cause
      throw new Error(messages.codesInUse(id, codeNames), { cause })
    },
  )
  for (const [position, { code, name, dueRule }] of codes.entries()) {
    await execute(
      db,
      sql`
      insert into client_code (code, client_id, name, due_rule, position)
      values (${code}, ${id}, ${name}, ${dueRule && toSqlJson(dueRule)}::jsonb, ${position})
      on conflict (code) do update
         set client_id = excluded.client_id, name = excluded.name, due_rule = excluded.due_rule,
             position = excluded.position,
             former_client_ids = case when client_code.client_id = excluded.client_id then client_code.former_client_ids
                                      else array_append(array_remove(client_code.former_client_ids, client_code.client_id),
                                                        client_code.client_id) end`,
    )
  }
}

/** Sets the provider searches of a client. */
export async function writeProviderSearches(db: Database, { id, providerSearches }: Client) {
  await execute(db, sql`delete from client_provider_search where client_id = ${id}`)
  for (const [position, { key, networks }] of providerSearches.entries()) {
    await execute(
      db,
      sql`
      insert into client_provider_search (client_id, definition_key, networks, position)
      values (${id}, ${key}, ${networks}::text[], ${position})`,
    )
  }
}

/** Sets the reports of a client. */
export async function writeReports(db: Database, { id, reports }: Client) {
  await execute(db, sql`delete from client_report where client_id = ${id}`)
  for (const [position, { code, name, multiClient }] of reports.entries()) {
    await execute(
      db,
      sql`
      insert into client_report (client_id, code, name, multi_client, position)
      values (${id}, ${code}, ${name}, ${multiClient}, ${position})`,
    )
  }
}

/** Replaces a client's account managers, which changes their picture IDs. */
export async function writeAccountManagers(db: Database, { id, accountManagers }: Client) {
  await execute(db, sql`delete from account_manager where client_id = ${id}`)
  for (const [position, { name, title, email, phone, picture }] of accountManagers.entries()) {
    await execute(
      db,
      sql`
      insert into account_manager (client_id, name, title, email, phone, picture, picture_type, position)
      values (${id}, ${name}, ${title}, ${email}, ${phone}, ${picture?.bytes ?? null}, ${picture?.type ?? null},
              ${position})`,
    )
  }
}

/** Replaces all external searches. */
export async function writeExternalSearches(db: Database, searches: readonly ExternalSearch[]) {
  await execute(db, sql`delete from external_search`)
  for (const { name, url, position } of searches) {
    await execute(
      db,
      sql`insert into external_search (name, url, position) values (${name}, ${url}, ${position})`,
    )
  }
}
