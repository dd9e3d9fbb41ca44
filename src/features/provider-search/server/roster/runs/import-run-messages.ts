import type { ImportRun } from './import-runs.ts'

const formatCount = (count: number) => count.toLocaleString('en-US')
const formatMinute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Messages to operators about past imports and single providers. */
export const importRunMessages = {
  unknownRun: (id: string) => `There is no import ${id}. "import list" shows all imports.`,
  notProviderImport: (id: string, kind: string) =>
    `Import ${id} is ${/^[aeiou]/i.test(kind) ? 'an' : 'a'} ${kind} import. Only provider imports can be undone.`,
  alreadyUndone: (id: string, at: Date) => `Import ${id} was already undone at ${formatMinute(at)}.`,
  nothingToUndo: (id: string) => `Import ${id} changed nothing, so there is nothing to undo.`,
  notUndoable: (id: string) => `Import ${id} was made before imports could be undone.`,
  undoLaterFirst: (id: string, later: string) =>
    `Import ${id} cannot be undone: import ${later} changed providers of the same source after it. Undo that one first.`,
  historyDeleted: (id: string, limit: number) =>
    `Import ${id} cannot be undone: its history was deleted. Only the last ${limit} imports of a source can be undone.`,
  undone: (id: string) => `Import ${id} is undone.`,

  unknownProvider: (id: string, network: string) => `There is no provider "${id}" in ${network}.`,
  visibilityUnchanged: (id: string, network: string, hidden: boolean) =>
    `Provider "${id}" in ${network} is ${hidden ? 'already hidden' : 'not hidden'}.`,
  hidden: (name: string) => `${name} is hidden. Searches do not find it, and imports keep it hidden.`,
  shown: (name: string) => `${name} is shown again.`,
  removed: (name: string, run: string) =>
    `${name} is removed. An import that lists it brings it back, and so does "import undo ${run}".`,
  manualChange: (id: string) => `provider ${id}, by hand`,

  invalidCount: 'Enter a whole number of 1 or more.',
  invalidRunId: 'Enter the number of an import; "import list" shows all imports.',
  noRuns: 'There have been no imports.',
  run: (run: ImportRun) =>
    [
      [
        `${run.id}`,
        formatMinute(run.startedAt),
        run.kind,
        run.networks,
        run.source && `source ${run.source}`,
        describeState(run),
      ]
        .filter(Boolean)
        .join('  '),
      `    ${run.file}${run.actor ? `, by ${run.actor}` : ''}`,
      `    ${formatCount(run.read)} read, ${formatCount(run.added)} added, ${formatCount(run.changed)} changed, ${formatCount(run.removed)} removed, ${formatCount(run.rejected)} rejected, ${formatCount(run.warned)} with warnings`,
    ].join('\n'),
} as const

function describeState({ kind, outcome, read, rejected, undoneAt, undoneBy, canUndo }: ImportRun): string {
  if (kind === 'providers' && rejected > 0 && rejected === read)
    return 'nothing imported, every row was rejected'
  if (undoneAt) return `undone ${formatMinute(undoneAt)} by ${undoneBy}`
  if (outcome === null) return 'running or interrupted'
  return canUndo ? `${outcome}, can be undone` : outcome
}
