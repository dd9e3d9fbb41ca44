import { messages } from '../../messages.ts'
import classes from './review.module.css'
import { DeskFrame, type DeskOf } from './review-panel.tsx'

/** The desk of somebody who may look at bills, and not decide them. */
export const LookingDesk = (props: DeskOf) => (
  <DeskFrame {...props}>
    <p className={classes.note}>{messages.notAllowed}</p>
  </DeskFrame>
)
