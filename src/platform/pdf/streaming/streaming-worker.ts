import { once } from 'node:events'
import { constants } from 'node:os'
import { finishStartup } from '../worker-bootstrap.ts'
import { serializeError } from '../worker-process.ts'
import { PageWriter } from './page-writer.ts'
import type { StreamingTemplate, WorkerReply, WorkerRequest } from './streaming-renderer.ts'

finishStartup(constants.priority.PRIORITY_LOW)
const [job] = (await once(process, 'message')) as [WorkerRequest]
if ('template' in job) await draw(job).catch((error: unknown) => send({ fault: serializeError(error) }))

async function draw({ template, data }: { template: string; data: unknown }) {
  const { pageOptions, draw }: StreamingTemplate<unknown, unknown> = await import(template)
  const outputBuffer = createOutputBuffer(256 * 1024)
  const writer = new PageWriter(pageOptions(data), outputBuffer.take)
  await draw(writer, data, requestRows())
  await writer.end()
  outputBuffer.empty()
  send('done')
}

async function* requestRows(): AsyncGenerator<readonly unknown[]> {
  for (;;) {
    const received = once(process, 'message')
    send('more')
    const [message] = (await received) as [WorkerRequest]
    if (!('rows' in message) || message.rows.length === 0) return
    yield message.rows
  }
}

/** Sends bytes in larger chunks than the file is written in. */
function createOutputBuffer(size: number) {
  let pieces: Uint8Array[] = []
  let held = 0
  const empty = () => {
    if (held > 0) send({ bytes: Buffer.concat(pieces) })
    pieces = []
    held = 0
  }
  const take = (bytes: Uint8Array) => {
    pieces.push(bytes)
    held += bytes.length
    if (held >= size) empty()
  }
  return { take, empty }
}

function send(message: WorkerReply) {
  process.send?.(message)
}
