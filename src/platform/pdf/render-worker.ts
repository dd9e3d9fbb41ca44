import { letterPage, pdfDocument, text } from './pdf-layout.ts'
import { rasterize } from './rasterize.ts'
import { family } from './react-pdf-fonts.ts'
import type { RenderJob, RenderResult, Template, WarmUp } from './render-job.ts'
import { renderTagged } from './render-tagged.ts'
import { finishStartup } from './worker-bootstrap.ts'
import { serializeError } from './worker-process.ts'

const smallest = pdfDocument(
  { title: '', author: '', madeAt: new Date(0) },
  letterPage({ fontFamily: family }, text({}, 'a')),
)
await renderTagged(smallest)
finishStartup()
process.send?.('ready')
process.on('message', async (job: RenderJob | WarmUp) => {
  if ('warm' in job) await warmUp(job)
  else process.send?.(await renderJob(job))
})

/**
 * Preloads the template and the image library. A failure here occurs again, with its message, for the
 * document itself.
 */
async function warmUp({ warm }: WarmUp) {
  await Promise.allSettled([import(warm), rasterize(await renderTagged(smallest))])
  process.send?.('warm')
}

async function renderJob({ template, data, as }: RenderJob): Promise<RenderResult> {
  try {
    const { render }: Template = await import(template)
    const pdf = await renderTagged(render(data))
    const bytes = as === 'pdf' ? pdf : await rasterize(pdf)
    return { bytes }
  } catch (error) {
    return { fault: serializeError(error) }
  }
}
