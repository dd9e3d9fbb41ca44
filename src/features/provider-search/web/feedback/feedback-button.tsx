import { IconMessage2 } from '@tabler/icons-react'
import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import classes from '../results/results.module.css'

const words = messages.feedback

type FeedbackButtonProps = { provider: Provider; onGive: (provider: Provider) => void }

/** A button that opens the feedback form for a provider. */
export function FeedbackButton({ provider, onGive }: FeedbackButtonProps) {
  return (
    <button
      type="button"
      className={classes.labeledButton}
      aria-label={words.actionOn(provider.name)}
      onClick={() => onGive(provider)}
    >
      <IconMessage2 size={18} stroke={1.75} aria-hidden />
      {words.action}
    </button>
  )
}
