import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type DocumentedCommand, documentedCommands } from '#test-support/documented-commands.ts'
import { describeMissing } from '../database-system.ts'
import { run } from '../portal-run.ts'
import type { Report, Scenario } from '../scenario.ts'
import { findElsewhere } from './elsewhere.ts'
import { type OperatorHost, openOperatorHost, type Result } from './operator-host.ts'
import { findOperator, findPreparation, order, placeholders } from './plan.ts'

const programs = [
  'postgres',
  'patronictl',
  'etcd',
  'nginx',
  'sudo',
  'rsync',
  'curl',
  'systemd-analyze',
  'rsyslogd',
]
const packages =
  'postgresql-17 patroni etcd-server etcd-client nginx-light sudo rsync curl openssl systemd rsyslog rsyslog-openssl'
const startMs = 300_000

/** A portal that a document starts in the foreground, until the section ends. */
type Running = ReturnType<OperatorHost['start']>

/** The commands of the guides, in the order of an operator, on a Debian system with the release archive. */
export const documentedCommandsScenario: Scenario = {
  shows:
    'The commands of the guides work as printed on a Debian system with the release archive, PostgreSQL and nginx: installation, the first client, an upgrade and each guide; GUIDES=docs/members.md,README.md runs only these guides after it. RELEASE=FOLDER uses an archive that has already been built.',
  async run(report) {
    const system = process.env.RESILIENCE_SYSTEM
    const missing = describeMissing(programs, packages)
    if (!system || missing)
      return report(
        'the documented commands work',
        'skipped',
        missing ?? 'It runs only in RESILIENCE_SYSTEM.',
      )
    const host = await openOperatorHost(system)
    try {
      await copyRelease(host)
      await runGuides(host, report)
    } finally {
      await host.close()
    }
  },
}

/** Puts the release on the host, and the same program as the next version. */
async function copyRelease(host: OperatorHost) {
  const given = process.env.RELEASE
  const folder = given ?? mkdtempSync(join(tmpdir(), 'portal-built-'))
  try {
    if (given === undefined || !existsSync(given)) {
      const { PATH = '', HOME = '' } = process.env
      const building = run(['npm', 'run', '--silent', 'release', '--', folder], { env: { PATH, HOME } })
      if ((await building.ended) !== 0) throw new Error(`npm run release fails:\n${building.output()}`)
    }
    for (const name of readdirSync(folder))
      copyFileSync(join(folder, name), host.find(join('/srv/release', name)))
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true })
  }
}

async function runGuides(host: OperatorHost, report: Report) {
  const left = new Set(documentedCommands().filter((command) => !findElsewhere(command)))
  const total = left.size
  let passed = 0
  const guides = process.env.GUIDES?.split(',')
  for (const step of order) {
    if (guides && !step.isSetup && !guides.includes(step.document)) continue
    const chosen = [...left].filter(
      ({ document, section, language }) =>
        document === step.document &&
        section === (step.section ?? section) &&
        language === (step.language ?? (step.section ? 'sh' : language)),
    )
    for (const commands of Map.groupBy(chosen, ({ section }) => section).values())
      passed += await runSection(host, commands, report)
    for (const command of chosen) left.delete(command)
  }
  const isComplete = guides !== undefined || left.size === 0
  report(
    'every command that was chosen passes',
    isComplete && passed + left.size === total,
    `${passed} of ${total} passed, ${left.size} were not chosen`,
  )
}

/** Runs the commands of one section; `cd` and `export` hold for those after them. Returns how many passed. */
async function runSection(
  host: OperatorHost,
  commands: DocumentedCommand[],
  report: Report,
): Promise<number> {
  let running: Running | undefined
  let passed = 0
  const shell: string[] = []
  for (const command of commands) {
    const lines = adapt(command)
    if (isServer(command)) await running?.end()
    const began = isServer(command) ? await startServer(host, command, [...shell, lines]) : undefined
    running = began?.running ?? running
    const result = began?.result ?? (await runCommand(host, command, [...shell, lines]))
    if (/^(cd|export) /.test(command.text)) shell.push(lines)
    const { says, exits } = findPreparation(command)
    const isRight = result.code === (exits?.[0] ?? 0) && (says?.test(result.output) ?? true)
    if (isRight) passed += 1
    const name = `${command.document}, ${command.section}: ${command.text.split('\n')[0]}`
    report(name, isRight, isRight ? exits?.[1] : `exit code ${result.code}: ${result.output.slice(-1500)}`)
  }
  await running?.end()
  return passed
}

const isServer = ({ text }: DocumentedCommand) => /(npm|portal) start$/.test(text) && !/^systemctl/.test(text)

/** The command with what stands for its placeholders on this host. */
function adapt(command: DocumentedCommand): string {
  const { replace = [] } = findPreparation(command)
  const text = [...replace, ...placeholders].reduce(
    (words, [from, to]) => words.replaceAll(from, to),
    command.text,
  )
  return command.language === 'sql' ? `psql --set=ON_ERROR_STOP=1 <<'END'\n${text}\nEND` : text
}

async function prepare(host: OperatorHost, command: DocumentedCommand): Promise<Result | undefined> {
  const { before } = findPreparation(command)
  if (before === undefined) return undefined
  const { output, ...rest } = await host.execute(before)
  return rest.code === 0 ? undefined : { ...rest, output: `Before it: ${output}` }
}

async function runCommand(host: OperatorHost, command: DocumentedCommand, lines: string[]): Promise<Result> {
  const failed = await prepare(host, command)
  if (failed) return failed
  const { as = findOperator(command), types, pipe } = findPreparation(command)
  const script = lines.join('\n')
  if (types !== undefined)
    return host.execute(
      `${lines.slice(0, -1).join('\n')}\ncommand=$(cat <<'COMMAND'\n${lines.at(-1)}\nCOMMAND\n)\n(sleep 5; printf '%s\\n' '${types}'; sleep 20) | script --quiet --return --command "$command" /dev/null`,
      { as },
    )
  return host.execute(pipe === undefined ? script : `printf '%s\\n' '${pipe}' | { ${script}\n}`, { as })
}

async function startServer(host: OperatorHost, command: DocumentedCommand, lines: string[]) {
  const failed = await prepare(host, command)
  if (failed) return { result: failed, running: undefined }
  const running = host.start(lines.join('\n'), { as: findPreparation(command).as ?? findOperator(command) })
  const began = performance.now()
  let code: number | string = 'not ready'
  while (code !== 0 && running.child.exitCode === null && performance.now() - began < startMs) {
    await pause(500)
    code = (await host.execute('curl --silent --fail http://127.0.0.1:3100/readyz')).code
  }
  return { running, result: { code, output: running.output(), ms: performance.now() - began } }
}
