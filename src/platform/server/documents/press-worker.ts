import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type Document, renderToBuffer } from '@react-pdf/renderer'
import type { ComponentProps, ReactElement } from 'react'
import { documentOf, letterPage, text } from './elements.ts'
import { family } from './fonts.ts'
import { pictureOf } from './picture.ts'
import type { Maker, Printed, PrintJob } from './print-job.ts'

stepBack()
await printed(
  documentOf(
    { title: '', author: '', madeAt: new Date(0) },
    letterPage({ fontFamily: family }, text({}, 'a')),
  ),
)
parentPort?.postMessage('ready')
parentPort?.on('message', async (job: PrintJob) => {
  const done = await doneWith(job)
  if ('fault' in done) parentPort?.postMessage(done)
  else parentPort?.postMessage(done, [done.bytes.buffer as ArrayBuffer])
})

async function doneWith({ maker, facts, as }: PrintJob): Promise<Printed> {
  try {
    const { make }: Maker = await import(maker)
    const pdf = await printed(make(facts))
    const bytes = as === 'pdf' ? pdf : await pictureOf(pdf)
    return { bytes: new Uint8Array(bytes) }
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function printed(document: ReactElement) {
  return renderToBuffer(document as ReactElement<ComponentProps<typeof Document>>)
}

/** Lets everything else on the machine go first. On Linux a thread has a priority of its own. */
function stepBack() {
  try {
    const [thread = ''] = /\d+$/.exec(readlinkSync('/proc/thread-self')) ?? []
    setPriority(Number(thread), constants.priority.PRIORITY_LOW)
  } catch {
    // Elsewhere it prints at the priority of the process.
  }
}
