import { messages } from '../../messages.ts'
import classes from './review.module.css'
import { ReviewPanel, type ReviewProps } from './review-panel.tsx'

/** The review panel for users who can view bills but not make decisions on them. */
export const ReadOnlyPanel = (props: ReviewProps) => (
  <ReviewPanel {...props}>
    <p className={classes.note}>{messages.notAllowed}</p>
  </ReviewPanel>
)
