import { messages } from '../../messages.ts'
import classes from './review.module.css'
import { DeskFrame, type DeskOf } from './review-panel.tsx'

/** The review panel for users who can view bills but not decide them. */
export const LookingDesk = (props: DeskOf) => (
  <DeskFrame {...props}>
    <p className={classes.note}>{messages.notAllowed}</p>
  </DeskFrame>
)
