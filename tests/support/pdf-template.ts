import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { letterPage, pdfDocument, text, unbreakable } from '#platform/pdf/pdf-layout.ts'
import { family } from '#platform/pdf/react-pdf-fonts.ts'

type Misbehavior =
  | 'throw'
  | 'exit'
  | 'loop'
  | 'interrupt'
  | 'overflow'
  | 'say process'
  | 'say priorities'
  | 'say when loaded'
type TemplateData = { does?: Misbehavior; words?: string }

const loadedAt = Date.now()

/** A document for render pool tests; it misbehaves on demand. */
export function render({ does, words = 'Grüße' }: TemplateData) {
  if (does === 'throw') throw new RangeError('This document cannot be made.')
  if (does === 'exit') process.exit(1)
  if (does === 'interrupt') for (const signal of ['SIGINT', 'SIGTERM']) process.kill(process.pid, signal)
  while (does === 'loop');
  const box = does === 'overflow' ? unbreakable({ height: 2000 }) : null
  return pdfDocument(
    { title: 'A document', author: 'Tests', madeAt: new Date(0) },
    letterPage({ fontFamily: family }, text({}, extraText(does) ?? words), box),
  )
}

function extraText(does?: Misbehavior): string | undefined {
  if (does === 'say process') return `Process ${process.pid}`
  if (does === 'say when loaded') return `Loaded ${loadedAt}`
  return does === 'say priorities' ? `Priorities ${prioritiesOfThreads()}` : undefined
}

/** Lists the priorities of this process; on Linux, each thread has its own (proc_pid_stat(5), field 19). */
function prioritiesOfThreads(): string {
  if (process.platform !== 'linux') return String(getPriority())
  const priorities = readdirSync('/proc/self/task').map((thread) => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(/\) /)
    return fields.split(' ')[16]
  })
  return [...new Set(priorities)].join(', ')
}
