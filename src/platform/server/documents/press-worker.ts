import './until-let-go.ts'
import './placed-complaints.ts'
import { type Document, renderToBuffer } from '@react-pdf/renderer'
import type { ComponentProps, ReactElement } from 'react'
import { documentOf, letterPage, text } from './elements.ts'
import { faultOf } from './faults.ts'
import { family } from './fonts.ts'
import { pictureOf } from './picture.ts'
import type { Maker, Printed, PrintJob } from './print-job.ts'
import { stepBack } from './step-back.ts'

await printed(
  documentOf(
    { title: '', author: '', madeAt: new Date(0) },
    letterPage({ fontFamily: family }, text({}, 'a')),
  ),
)
stepBack()
process.send?.('ready')
process.on('message', async (job: PrintJob) => process.send?.(await doneWith(job)))

async function doneWith({ maker, facts, as }: PrintJob): Promise<Printed> {
  try {
    const { make }: Maker = await import(maker)
    const pdf = await printed(make(facts))
    const bytes = as === 'pdf' ? pdf : await pictureOf(pdf)
    return { bytes }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

function printed(document: ReactElement) {
  return renderToBuffer(document as ReactElement<ComponentProps<typeof Document>>)
}
