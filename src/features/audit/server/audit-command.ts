import { type Command, Option } from 'commander'
import { z } from 'zod'
import { addAuditChainCommands, parseDay } from '#platform/cli/audit-chain-commands.ts'
import { addAuditStreamCommands } from '#platform/cli/audit-stream-commands.ts'
import { writePrivateFile } from '#platform/cli/cli-files.ts'
import { actorOnCommandLine, type Open, withDatabase } from '#platform/cli/with-database.ts'
import type { Config } from '#platform/config/settings.ts'
import { csvLine } from '#platform/contract/csv-line.ts'
import { audit as auditEvent } from '#platform/db/audit.ts'
import { type Database, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'
import { staffName } from '#platform/db/staff-name.ts'
import { type ExportFilter, type ResolvedFilter, resolveAuditFilter } from './audit-filter-queries.ts'
import { messages } from './command-messages.ts'
import { findShownPatients, type ShownPatient } from './shown-patients-query.ts'

type Options = ExportFilter & { from: string; to: string; format: AuditFormat; patients?: true }

type AuditSettings = Pick<Config, 'PORTAL_TIME_ZONE' | 'DATA_DIR' | 'AUDIT_KEY_FILE' | 'AUDIT_STREAM_URL'>

/** Adds `audit export`, the audit trail of some days or whom it shows, as CSV or NDJSON, and the commands of its chain. */
export function addAuditCommands(program: Command, open: Open, settings: () => AuditSettings) {
  const audit = program
    .command('audit')
    .description('The trail of who read and changed what.')
    .helpCommand(false)
  addAuditChainCommands(audit, open, settings)
  addAuditStreamCommands(audit, open)

  audit
    .command('export')
    .description('Writes the audit entries of some days, oldest first.')
    .argument('[file]', 'the file to write; without it the entries are printed')
    .requiredOption('--from <day>', 'the first day, YYYY-MM-DD in the zone of the portal', parseDay)
    .requiredOption('--to <day>', 'the last day', parseDay)
    .option(
      '--person <person>',
      'only entries of a person: name, email address, subject, ID or member account',
    )
    .option(
      '--patient <codes>',
      'only entries that show a patient: client code and patient code, with a space',
    )
    .option('--client <client>', 'only entries of a client: its ID or one of its codes')
    .option('--case <incident>', 'only entries that show a case: its incident number')
    .option('--itn <itn>', 'only entries that are about this bill or show it')
    .option('--action <action>', 'only entries of an action, for example "case opened"')
    .option('--patients', 'a line for each patient whom the entries show, instead of the entries')
    .addOption(new Option('--format <format>', 'of the file').choices(auditFormats).default('csv'))
    .action(async (file: string | undefined, { from, to, format, ...filter }: Options) => {
      if (from > to) audit.error(messages.daysReversed(from, to))
      const { writeOut: print, writeErr: note } = audit.configureOutput()
      await withDatabase(open, async ({ owner }) => {
        const { patients: isByPatient, ...entryFilter } = filter
        const resolved = await resolveAuditFilter(owner, entryFilter)
        const span = { from, to, resolved, timeZone: settings().PORTAL_TIME_ZONE }
        const found = isByPatient && (await findShownPatients(owner, sql`select * from ${listEntries(span)}`))
        await auditEvent(owner, {
          actor: actorOnCommandLine(),
          action: 'audit exported',
          subject: `${from} to ${to}`,
          detail: { format, file: file ?? null, ...filter },
          ...(found && describeShown(found.patients)),
        })
        const text = found ? formatPatients(found.patients, format) : exportAudit(owner, span, format)
        if (file) await writePrivateFile(file, text)
        else for await (const part of text) print?.(part)
        if (found) (file ? print : note)?.(`${messages.shownPatients(found)}\n`)
      })
    })
}

const entry = z.object({
  id: z.number(),
  at: z.date(),
  actor: z.string(),
  /** The name of the person or the member account; null for programs. */
  actorName: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  clientCode: z.string().nullable(),
  address: z.string().nullable(),
  reference: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  shown: z.array(z.string()).nullable(),
})
type Entry = z.infer<typeof entry>

type AuditSpan = {
  /** The first and last day, both inclusive: YYYY-MM-DD in the time zone. */
  from: string
  to: string
  timeZone: string
  resolved: ResolvedFilter
}
const auditFormats = ['csv', 'ndjson'] as const
type AuditFormat = (typeof auditFormats)[number]

const pageRows = 5000
const columns = [
  'at',
  'actor',
  'actorName',
  'action',
  'subject',
  'clientCode',
  'address',
  'reference',
  'detail',
  'shown',
] as const

/** The audit entries for a range of days, oldest first, as file text in batches of thousands. */
async function* exportAudit(db: Database, span: AuditSpan, format: AuditFormat): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(columns)
  for await (const entries of readPages(db, span))
    yield entries.map(format === 'csv' ? asCsv : asJson).join('')
}

/** The most rows that the database returns at once. */
const everyRow = 2 ** 31 - 1

/** The entries of a range of days as a table of a query, oldest first: those after an entry, and at most so many. */
const listEntries = (
  { from, to, timeZone, resolved }: AuditSpan,
  after: number | null = null,
  most = everyRow,
): Sql => sql`
  list_audit_entries(
    ${toSqlJson(resolved)}::jsonb
      || jsonb_build_object('since', ${from}::date::timestamp at time zone ${timeZone},
                            'until', (${to}::date + 1)::timestamp at time zone ${timeZone}),
    false, ${after}::bigint, ${most}::int)`

async function* readPages(db: Database, span: AuditSpan): AsyncGenerator<Entry[]> {
  let after: number | null = null
  for (let full = true; full; ) {
    const entries: Entry[] = await queryRows(
      db,
      entry,
      sql`
      select e.id, at, actor, coalesce(${staffName}, m.name) as "actorName", action, e.subject,
             client_code as "clientCode", address, reference, detail, shown
        from ${listEntries(span, after, pageRows)} e
        left join staff_user u on u.id::text = e.actor
        left join member_account m on m.id::text = e.actor
       order by e.at, e.id`,
    )
    after = entries.at(-1)?.id ?? after
    full = entries.length === pageRows
    yield entries
  }
}

const asJson = ({ id: _, at, ...rest }: Entry) => `${JSON.stringify({ at: at.toISOString(), ...rest })}\n`

const asCsv = (each: Entry) =>
  csvLine([
    each.at.toISOString(),
    each.actor,
    each.actorName,
    each.action,
    each.subject,
    each.clientCode,
    each.address,
    each.reference,
    JSON.stringify(each.detail),
    each.shown?.join(' | ') ?? null,
  ])

/** What the entry about a list of patients names. */
const describeShown = (patients: readonly ShownPatient[]) => ({
  clientCodes: [...new Set(patients.map(({ clientCode }) => clientCode))],
  shown: patients.map(({ clientCode, patientCode }) => `${clientCode} ${patientCode}`),
})

const patientColumns = [
  'clientCode',
  'patientCode',
  'lastName',
  'firstName',
  'dateOfBirth',
  'entries',
  'firstAt',
  'lastAt',
  'actions',
] as const

/** A line for each patient, as file text. */
function formatPatients(patients: readonly ShownPatient[], format: AuditFormat): string[] {
  const rows = patients.map((each) => ({
    ...each,
    firstAt: each.firstAt.toISOString(),
    lastAt: each.lastAt.toISOString(),
  }))
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`)
  const lines = rows.map(({ actions, ...row }) => ({ ...row, actions: actions.join(' | ') }))
  return [csvLine(patientColumns), ...lines.map((line) => csvLine(patientColumns.map((name) => line[name])))]
}
