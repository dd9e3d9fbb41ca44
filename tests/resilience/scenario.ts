/** The result of a check. One that this machine cannot run is skipped. */
export type Outcome = boolean | 'skipped'

/** Reports the outcome of a check, with details or the reason for skipping it. */
export type Report = (sentence: string, outcome: Outcome, seen?: string) => void

/** A scenario that takes too long, or kills too much, for the test suite. */
export type Scenario = { shows: string; run(tell: Report): Promise<void> }
