import './exit-with-parent.ts'
import './redact-console.ts'
import { type Document, renderToBuffer } from '@react-pdf/renderer'
import type { ComponentProps, ReactElement } from 'react'
import { family } from './fonts.ts'
import { lowerPriority } from './lower-priority.ts'
import { documentOf, letterPage, text } from './pdf-primitives.ts'
import { rasterize } from './rasterize.ts'
import type { Maker, Printed, PrintJob, WarmUp } from './render-job.ts'
import { faultOf } from './worker-errors.ts'

const smallest = documentOf(
  { title: '', author: '', madeAt: new Date(0) },
  letterPage({ fontFamily: family }, text({}, 'a')),
)
await printed(smallest)
lowerPriority()
process.send?.('ready')
process.on('message', async (job: PrintJob | WarmUp) => {
  if ('warm' in job) await warmUp(job)
  else process.send?.(await doneWith(job))
})

/**
 * Preloads the template and the image library. A failure here occurs again, with its message, for the
 * document itself.
 */
async function warmUp({ warm }: WarmUp) {
  await Promise.allSettled([import(warm), rasterize(await printed(smallest))])
  process.send?.('warm')
}

async function doneWith({ maker, facts, as }: PrintJob): Promise<Printed> {
  try {
    const { make }: Maker = await import(maker)
    const pdf = await printed(make(facts))
    const bytes = as === 'pdf' ? pdf : await rasterize(pdf)
    return { bytes }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

function printed(document: ReactElement) {
  return renderToBuffer(document as ReactElement<ComponentProps<typeof Document>>)
}
