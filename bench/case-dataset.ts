import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type CaseFileName, caseFileNames, caseFiles } from '#cases/server/import/case-files.ts'

/** Generated cases of patients with consecutive numbers: on average two incidents and five bills for each patient. */
export type PatientRange = { first: number; patients: number }

/** With one client, it has all patients. */
export const clientCount = Number(process.env.CLIENTS ?? 200)
export const pagesOfFile = 500
export const pagesOfRecord = 20

/** Each client has patients in two codes; it can have more without patients. */
const codesWithoutPatients = Array.from({ length: Number(process.env.CODES ?? 2) - 2 }, (_, at) => `C${at}`)

/** The codes of the client with this number, counted from 0. */
export const clientCodes = (client: number) =>
  ['A', 'B', ...codesWithoutPatients].map((code) => `B${client}${code}`)

/** The number of rows per patient in each file. */
const rowsPerPatient: Readonly<Record<CaseFileName, number>> = {
  'patients.csv': 1,
  'policies.csv': 1,
  'incidents.csv': 2,
  'records.csv': 1,
  'documents.csv': 1,
  'bills.csv': 5,
  'notes.csv': 2,
}

export const countRows = ({ patients }: PatientRange) =>
  patients * Object.values(rowsPerPatient).reduce((sum, rows) => sum + rows)

/**
 * Temporary SQL functions for the generated rows: pseudo-random values by number and seed, the same in every
 * run, and the owner of each row. Large clients have several times as many patients as the median.
 */
const temporaryFunctions = ({ first, patients }: PatientRange) => `
  create or replace function pg_temp.chance(number bigint, seed bigint) returns float8 immutable language sql
  return (hashint8extended(number, seed) & 9007199254740991)::float8 / 9007199254740992;

  create or replace function pg_temp.code_of(patient bigint) returns text immutable language sql
  return 'B' || floor(${clientCount} * pg_temp.chance(patient, 1) ^ 1.5)
             || case when pg_temp.chance(patient, 2) < 0.7 then 'A' else 'B' end;

  create or replace function pg_temp.patient_of(incident bigint) returns bigint immutable language sql
  return ${first} + floor(${patients} * pg_temp.chance(incident, 3))::bigint;

  create or replace function pg_temp.some_incident(number bigint, seed bigint) returns bigint immutable language sql
  return ${2 * first} + floor(${2 * patients} * pg_temp.chance(number, seed))::bigint;

  create or replace function pg_temp.incident_number(incident bigint) returns text immutable language sql
  return (70000000000 + incident)::text;

  create or replace function pg_temp.entered(incident bigint) returns date immutable language sql
  return date '2026-06-30' - floor(1095 * pg_temp.chance(incident, 4))::integer;

  create or replace function pg_temp.some_day(incident bigint, number bigint, longest integer) returns date
  immutable language sql
  return pg_temp.entered(incident) + floor(longest * pg_temp.chance(number, 5))::integer;

  create or replace function pg_temp.syllable(number bigint, seed bigint) returns text immutable language sql
  return (string_to_array('an ar bel bo cal car chen dal del do el far fin gar gra han hol is jan ka ken kir lan lin lo '
       || 'ma mar mi mon nel nor pal par quin ra ren ros sal san sel shi son ta ter to ul val van wen zan', ' '))
         [1 + floor(50 * pg_temp.chance(number, seed) ^ 1.5)::integer];

  create or replace function pg_temp.surname(number bigint) returns text immutable language sql
  return initcap(pg_temp.syllable(number, 6) || pg_temp.syllable(number, 7)
              || case when pg_temp.chance(number, 8) < 0.6 then pg_temp.syllable(number, 9) else '' end);
`

const pageRowsQuery = (seed: number) => `
  select 'D' || number as id, pg_temp.incident_number(i) as "incidentNumber", pg_temp.some_day(i, number, 60) as "dateAdded",
         page as "pageStart", page + ${pagesOfRecord - 1} as "pageEnd", pg_temp.patient_of(i) as patient
    from numbers, pg_temp.some_incident(number, ${seed}) as i,
         floor(${pagesOfFile - pagesOfRecord} * pg_temp.chance(number, 10)) as page_before,
         cast(page_before + 1 as integer) as page`

/** The query for each file's rows, with the column names of a case folder and the patient of each row. */
const rowQueries: Readonly<Record<CaseFileName, string>> = {
  'patients.csv': `
  select 'BP' || number as "patientCode", pg_temp.code_of(number) as client, pg_temp.surname(number) as "lastName",
         initcap(pg_temp.syllable(number, 11) || pg_temp.syllable(number, 12)) as "firstName",
         date '1930-01-01' + floor(33000 * pg_temp.chance(number, 13))::integer as "dateOfBirth", number as patient
    from numbers`,
  'policies.csv': `
  select 'POL-' || number as "policyNumber", 'BP' || number as "patientCode", date '2023-01-01' as "effectiveDate",
         number as patient
    from numbers`,
  'incidents.csv': `
  select pg_temp.incident_number(number) as "incidentNumber", 'BP' || patient as "patientCode",
         'POL-' || patient as "policyNumber", pg_temp.entered(number) - 3 as "dateOfIncident",
         'Fell on wet stairs, fracture of the left wrist' as "incidentDescription",
         pg_temp.entered(number) as "enterDate",
         case when pg_temp.chance(number, 14) < 0.5 then repeat('The patient was treated and goes home. ', 6) end as summary,
         patient
    from numbers, pg_temp.patient_of(number) as patient`,
  'records.csv': pageRowsQuery(20),
  'documents.csv': pageRowsQuery(21),
  'bills.csv': `
  select 'ITN' || number as itn, pg_temp.incident_number(i) as "incidentNumber",
         pg_temp.surname(number) || ' Hospital' as "providerName", day as "serviceFrom", day + 2 as "serviceTo",
         'USD' as currency, (20 + floor(900000 * pg_temp.chance(number, 15)) / 100)::numeric(12, 2) as "totalCharges",
         (10 + floor(400000 * pg_temp.chance(number, 15)) / 100)::numeric(12, 2) as "repricedAmount",
         day + 30 as "processedDate", 'Paid' as "paymentStatus", 481 as "imagePageStart", 484 as "imagePageEnd",
         pg_temp.patient_of(i) as patient
    from numbers, pg_temp.some_incident(number, 22) as i, pg_temp.some_day(i, number, 40) as day`,
  'notes.csv': `
  select 'N' || number as id, pg_temp.incident_number(i) as "incidentNumber",
         to_char(pg_temp.some_day(i, number, 60), 'YYYY-MM-DD"T14:05:00Z"') as timestamp, 'Call' as type,
         'M. Draftwick' as author, repeat('Called the clinic, and the clinic called back. ', 4) as "noteText",
         pg_temp.patient_of(i) as patient
    from numbers, pg_temp.some_incident(number, 23) as i`,
}

const rowsQuery = (name: CaseFileName, { first, patients }: PatientRange) => {
  const each = rowsPerPatient[name]
  return `with numbers as (
    select number from generate_series(${each * first}::bigint, ${each * (first + patients) - 1}) as number
  ) ${rowQueries[name]}`
}

/** Assigns this file to every incident that has none. */
export const assignFiles = (client: pg.Client, sha256: string) =>
  client.query(`
    insert into document_file (incident_number, client_code, sha256, pages)
    select incident_number, client_code, '${sha256}', ${pagesOfFile} from incident
    on conflict do nothing`)

/** Fills the tables directly. The caller disables row-level security first. */
export async function insertCases(client: pg.Client, stretch: PatientRange) {
  await client.query(temporaryFunctions(stretch))
  for (const name of caseFileNames) {
    const { table, columns } = caseFiles[name]
    const own = Object.entries(columns).filter(([, [into]]) => into !== 'client_code')
    const into = own.map(([, [column]]) => column).join()
    const cells = own.map(([column]) => `"${column}"${column === 'timestamp' ? '::timestamptz' : ''}`).join()
    await client.query(`
      insert into ${table} (client_code, ${into})
      select pg_temp.code_of(patient), ${cells} from (${rowsQuery(name, stretch)}) as made`)
  }
}

/** Writes generated cases as files for the import. */
export async function writeCases(
  client: pg.Client,
  stretch: PatientRange,
  folderOf: (name: CaseFileName) => string,
) {
  await client.query(temporaryFunctions(stretch))
  for (const name of caseFileNames) {
    const columns = Object.keys(caseFiles[name].columns).map((column) => `"${column}"`)
    const rows = `select ${columns.join()} from (${rowsQuery(name, stretch)}) as made`
    const copied = client.query(copyTo(`copy (${rows}) to stdout with (format csv, header)`))
    await pipeline(copied, createWriteStream(join(folderOf(name), name)))
  }
}
