import { type Command, InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { type RetentionKind, retentionKinds } from '#clients/server/retention-schema.ts'
import { actorOnCommandLine, type Open, withDatabase } from '#platform/cli/with-database.ts'
import type { Config } from '#platform/config/settings.ts'
import { audit } from '#platform/db/audit.ts'
import { queryRow, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { openConfiguredStorage } from '#platform/pdf/document-service/encryption/encrypted-storage.ts'
import { messages } from '../messages.ts'
import { addClientDataCommands } from './client/client-commands.ts'
import { type Counts, shortLived } from './data-kinds.ts'
import { addHold, type HoldTarget, listHolds, removeHold } from './hold-queries.ts'
import { addPersonCommands } from './person-commands.ts'
import { rejectWrongClocks, removeErasedDocuments } from './retention-worker.ts'
import { countDue, type DueCount, runRetention } from './run-retention.ts'

const actor = actorOnCommandLine()

/** Adds `retention show` and `run`, `hold add`, `list` and `remove`, and the commands for one person or client. */
export function addRetentionCommands(program: Command, open: Open, settings: () => Config) {
  const retention = program
    .command('retention')
    .description('Erases data past the periods of the clients file.')
    .helpCommand(false)
  const write = (text: string) => retention.configureOutput().writeOut?.(`${text}\n`)

  retention
    .command('show')
    .description('Lists all periods and how much data is past each; changes nothing.')
    .action(() => withDatabase(open, async (context) => write(await describeRetention(context, settings()))))

  retention
    .command('run')
    .description('Erases what is past its period now. The portal does so once a day.')
    .option('--dry-run', 'only show what would be erased, like "retention show"')
    .action(({ dryRun }: { dryRun?: boolean }) =>
      withDatabase(open, async (context) => {
        if (dryRun) return write(await describeRetention(context, settings()))
        await rejectWrongClocks(context.owner)
        const config = settings()
        const storage = openConfiguredStorage(config)
        const deps = { owner: context.owner, storage, config }
        const erased = await runRetention(deps)
        if (!erased) throw new Error(messages.retention.isRunning)
        await removeErasedDocuments(deps, '10min')
        const lines = Object.entries(erased).map(([name, counts]) =>
          messages.retention.erased(name, formatCounts(counts)),
        )
        write(lines.join('\n') || messages.retention.nothing)
      }),
    )

  addHoldCommands(program, open)
  addPersonCommands(program, open, settings)
  addClientDataCommands(program, open, settings)
}

const formatCounts = (counts: Counts) =>
  Object.entries(counts)
    .map(([table, count]) => messages.retention.count(table, count))
    .join(', ')

const lastRun = z.object({ at: z.date().nullable() })

async function describeRetention(
  { owner }: DatabaseContext,
  { FEEDBACK_RETENTION }: Config,
): Promise<string> {
  const due = await countDue(owner)
  await audit(owner, { actor, action: 'retention shown', subject: 'retention', detail: { rows: due.length } })
  const run = await queryRow(owner, lastRun, sql`select max(finished_at) as at from retention_run`)
  const clients = [...new Set(due.map(({ clientId }) => clientId))]
  return [
    ...(clients.length === 0 ? [messages.retention.none] : clients.flatMap((id) => describeClient(id, due))),
    messages.retention.feedback(FEEDBACK_RETENTION),
    messages.retention.shortLived,
    ...Object.values(shortLived).map((line) => `  ${line}`),
    ...(run?.at ? [messages.retention.lastRun(run.at.toISOString())] : []),
  ].join('\n')
}

function describeClient(clientId: string, all: readonly DueCount[]): string[] {
  const own = all.filter((each) => each.clientId === clientId)
  const kept = (Object.keys(retentionKinds) as RetentionKind[]).filter(
    (kind) => !own.some((each) => each.kind === kind),
  )
  return [
    clientId,
    ...own.map(({ kind, period, due, held }) =>
      messages.retention.period(retentionKinds[kind], period, due, held),
    ),
    ...(kept.length > 0 ? [messages.retention.kept(kept.map((kind) => retentionKinds[kind]))] : []),
  ]
}

function addHoldCommands(program: Command, open: Open) {
  const hold = program
    .command('hold')
    .description('Keeps data from being erased, for example during a lawsuit.')
    .helpCommand(false)
  const write = (text: string) => hold.configureOutput().writeOut?.(`${text}\n`)

  hold
    .command('add')
    .description('Places a hold on a client, a patient or a case.')
    .option('--client <id>', 'everything of a client')
    .option('--patient <codes>', 'everything of a patient: client code and patient code, with a space')
    .option('--case <incident>', 'a case: its incident number')
    .requiredOption('--reason <text>', 'why the data must be kept')
    .action(({ reason, ...target }: HoldTarget & { reason: string }) =>
      withDatabase(open, async ({ owner }) =>
        write(messages.holds.placed(await addHold(owner, { target, reason, actor }))),
      ),
    )

  hold
    .command('list')
    .description('Lists all holds: number, what they keep, when they were placed, by whom, and why.')
    .action(() =>
      withDatabase(open, async ({ owner }) => {
        const lines = (await listHolds(owner, actor)).map(({ id, target, reason, placedAt, placedBy }) =>
          messages.holds.hold(id, target, `${placedAt.toISOString()} ${placedBy}`, reason),
        )
        write(lines.join('\n') || messages.holds.none)
      }),
    )

  hold
    .command('remove')
    .description('Removes a hold.')
    .argument('<number>', 'the number of the hold', parseNumber)
    .action((id: number) =>
      withDatabase(open, async ({ owner }) =>
        write(messages.holds.removed(await removeHold(owner, { id, actor }))),
      ),
    )
}

function parseNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError(messages.holds.notNumber)
  return Number(text)
}
