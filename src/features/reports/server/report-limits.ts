/** A report with more rows is made beside, and not while somebody waits. */
export const rowsAtOnce = 10_000
/** A report with more rows is refused. */
export const mostRows = 200_000

/** So long an answer may take, those that wait for their turn included. */
export const longestMs = 120_000

/**
 * Reports that one process draws at once for people who wait, and of one person: whoever orders many keeps nobody
 * waiting. How many more may wait, and how many of one person.
 */
export const turns = { atOnce: 2, ofOne: 1, queue: 24, share: 6 }

/** So long each of a run's queries may take: nobody waits for it as for an answer. */
export const runStatementMs = 10 * 60_000

/** Large reports that are made at once, by all processes together, and of one person. */
export const runsAtOnce = 2
export const runsOfOneAtOnce = 1
/** Large reports that one person may have waiting or being made. */
export const mostRunsOfOne = 4
/** Finished ones that leave at once, and to one person; how many more may wait for that, and of one person; how long. */
export const leaving = { atOnce: 48, ofOne: 3, queue: 24, share: 6, longestMs: 20_000 }
/** How long a large report can be opened, and is known. */
export const keptMs = 60 * 60_000
/** A run whose process was not heard of for so long is taken up again; so often it is begun at most. One that went wrong rests as long. */
export const silenceMs = 15_000
export const mostAttempts = 3
