/** Whether a sentence about the product holds. A part that this machine cannot try is skipped. */
export type Outcome = boolean | 'skipped'

/** Tells the outcome of a sentence; what was seen, or why it was skipped, stands behind it. */
export type Report = (sentence: string, outcome: Outcome, seen?: string) => void

/** Something that has to hold and takes too long, or kills too much, for the tests. */
export type Scenario = { shows: string; run(tell: Report): Promise<void> }
