import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { exportedTables, tablesLeftOut } from './client/client-rows.ts'
import {
  authorizationTables,
  caseTables,
  letterTables,
  memberTables,
  otherPeople,
  patientTables,
  shortLived,
} from './data-kinds.ts'

/** The tables without personal data: a new table belongs here or to a kind of data. */
const withoutPersonalData = [
  'analytics_count',
  'audit_archive',
  'audit_redaction',
  'audit_seal',
  'audit_stream',
  'authorization_reason',
  'captcha_key',
  'captcha_used',
  'city',
  'city_name',
  'client',
  'client_code',
  'client_provider_search',
  'client_report',
  'column_key',
  'command_success',
  'content',
  'country',
  'country_name',
  'decision_notification',
  'demonstration',
  'demonstration_part',
  'directory_version',
  'document_chunks',
  'erased_decision',
  'erased_document',
  'exchange_rate',
  'external_search',
  'import_run_network',
  'kysely_migration',
  'kysely_migration_lock',
  'loaded_dataset',
  'missing_document',
  'name_word',
  'name_word_version',
  'network',
  'network_city',
  'network_provider_type',
  'postal_code',
  'postal_code_abroad',
  'provider_type',
  'retention_run',
  'search_definition',
  'search_definition_network',
  'signing_key',
  'state',
  'state_alias',
  'state_name',
  'used_logout_token',
  'vob_year',
]

let database: Awaited<ReturnType<typeof cloneDatabase>>
let owner: Database
beforeAll(async () => {
  database = await cloneDatabase(inject('testServer'))
  owner = database.databaseContext.owner
})
afterAll(() => database.drop())

test('every table of the database is in a kind of data', async () => {
  const kinds = [...caseTables, ...authorizationTables, ...letterTables, ...patientTables, ...memberTables]
  const known = [...kinds, ...Object.keys(shortLived), ...Object.keys(otherPeople), ...withoutPersonalData]
  const name = z.object({ name: z.string() })
  const tables = sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  const partitions = sql`select relname::text as name from pg_class where relispartition`
  const [all, parts] = await Promise.all([tables, partitions].map((query) => queryRows(owner, name, query)))
  const own = all
    ?.filter((table) => !parts?.some((part) => part.name === table.name))
    .map((table) => table.name)
  expect(own?.toSorted()).toEqual(known.toSorted())
})

test('no table without personal data has a column with the name of personal data', async () => {
  const columns = sql`
    select distinct table_name || '.' || column_name as name
      from information_schema.columns
     where table_schema = 'public' and table_name = any(${withoutPersonalData})
       and column_name ~ '(patient|birth|policy|email|phone|address|last_name|first_name|person|recipient|visitor|note_text|comment)'`
  expect(await queryRows(owner, z.object({ name: z.string() }), columns)).toEqual([
    // Settings of these things.
    { name: 'client.patient_search' },
    { name: 'client.second_person_above' },
    { name: 'network.offers_email' },
  ])
})

test('every table that names a client is in the export, or is left out with a reason', async () => {
  const tables = sql`
    select distinct c.table_name as name
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and (c.column_name ~ '(^|_)client(_id|_ids|_code|_codes)?$' or c.table_name = 'content')`
  const names = (await queryRows(owner, z.object({ name: z.string() }), tables)).map(({ name }) => name)
  const known = [...Object.keys(exportedTables), ...Object.keys(tablesLeftOut)]
  expect(names.filter((name) => !known.includes(name))).toEqual([])
  expect(new Set(known).size).toBe(known.length)
})
