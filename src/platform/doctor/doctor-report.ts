import { messages } from './doctor-messages.ts'

export const statuses = ['ok', 'warning', 'failed'] as const

/** The result of a check. `advice` says what to do next. */
export type Outcome = { status: (typeof statuses)[number]; found: string; advice?: string }

/** One check of an installation. Neither its result nor its name may contain a secret or data of a person. */
export type Check = { name: string; run: () => Promise<Outcome> }

export type Finding = Outcome & { check: string }

export const ok = (found: string): Outcome => ({ status: 'ok', found })
export const warning = (found: string, advice: string): Outcome => ({ status: 'warning', found, advice })
export const failed = (found: string, advice: string): Outcome => ({ status: 'failed', found, advice })

/** Runs checks at once and returns their findings in order. */
export const runChecks = (checks: readonly Check[]): Promise<Finding[]> =>
  Promise.all(
    checks.map(async ({ name, run }) => ({ check: name, ...(await run().catch(describeUnexpectedError)) })),
  )

/** The message of an unexpected error could contain a value of a setting or a row, so only its code is shown. */
function describeUnexpectedError(error: NodeJS.ErrnoException): Outcome {
  return failed(messages.notChecked(error.code ?? error.name), messages.seeLog)
}

export const countStatuses = (findings: readonly Finding[]) =>
  Object.fromEntries(
    statuses.map((status) => [status, findings.filter((each) => each.status === status).length]),
  ) as Record<Outcome['status'], number>

/** Findings as lines of text: the status, what was checked and found, and what to do. */
export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ status, check, found, advice }) => [
    `${status.padEnd(9)}${check}: ${found}`,
    ...(advice ? [`         ${advice}`] : []),
  ])
  return [...lines, '', messages.summary(countStatuses(findings)), ''].join('\n')
}
