import type { Encoding } from '#platform/server/csv/decode-text.ts'
import type { ImportResult } from './roster-import.ts'
import { messages } from './roster-messages.ts'

type SummaryOptions = {
  encoding?: Encoding | undefined
  rejects: string
  warnings: string
  seconds: number
  isLimited: boolean
}

/** Formats the result of an import for the operator. */
export function summarizeImport(
  result: ImportResult,
  { encoding, rejects, warnings, seconds, isLimited }: SummaryOptions,
): string[] {
  const { read, skipped, rejected, warned, placed, unplaced, networks, excess = [] } = result
  const lines = [messages.counts(read, skipped, rejected, seconds), messages.placed(placed, unplaced)]
  if (encoding) lines.unshift(messages.encoding(encoding))
  if (rejected > 0) lines.push(messages.rejectsIn(rejects))
  if (warned > 0) lines.push(messages.warningsIn(warned, warnings))
  if (result.refusal === 'strict') return [...lines, messages.strictRejected(rejected)]
  if (result.refusal === 'rejected') return [...lines, messages.allRejected]
  if (result.refusal === 'empty') return [...lines, messages.emptyReplacement]
  if (result.refusal === 'removals') return [...lines, messages.tooManyRemovals(excess, isLimited)]
  if (result.outcome === 'nothing to do') return [...lines, messages.nothingToDo]
  if (result.outcome === 'done')
    return [...lines, ...networks.map(messages.summary), messages.run(result.runId ?? '')]
  const examples = (result.examples ?? []).map(messages.example)
  const warning = excess.length > 0 ? [messages.wouldNeedConfirmation(excess)] : []
  return [...lines, messages.dryRun, ...networks.map(messages.plan), ...examples, ...warning]
}
