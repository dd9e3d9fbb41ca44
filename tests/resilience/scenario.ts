/** The result of a check. Checks that this machine cannot run are skipped. */
type Outcome = boolean | 'skipped'

/** Reports the outcome of a check, with details or the reason for skipping it. */
export type Report = (check: string, outcome: Outcome, details?: string) => void

/** A scenario that takes too long, or kills too much, for the test suite. */
export type Scenario = { shows: string; run(report: Report): Promise<void> }
