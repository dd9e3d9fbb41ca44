import { Skeleton as Bone, Button, Loader, VisuallyHidden } from '@mantine/core'
import { messages } from '../messages.ts'
import classes from './loading.module.css'

type ErrorStateProps = {
  message: string
  /** The label of the retry button. */
  retryLabel?: string
  onRetry: () => void
}

/** Replaces content that failed to load, with a retry button. */
export function ErrorState({ message, retryLabel = messages.tryAgain, onRetry }: ErrorStateProps) {
  return (
    <div className={classes.failure}>
      <p>{message}</p>
      <Button
        variant="default"
        onClick={() => {
          // The focused button disappears with the error.
          focusOrMain()
          onRetry()
        }}
      >
        {retryLabel}
      </Button>
    </div>
  )
}

/** Focuses an element or, if the page no longer has it, the main content. Does not scroll. */
export function focusOrMain(element?: HTMLElement | null) {
  const target = element?.isConnected ? element : document.querySelector<HTMLElement>('main')
  target?.focus({ preventScroll: true })
}

type Waiting = {
  /** The loading message for screen readers. */
  label: string
  /** The heights of the layout's parts, in pixels, from top to bottom. */
  heights: readonly number[]
}

/** A loading skeleton: it reserves its space at once and becomes visible after 150 ms. */
export function Skeleton({ label, heights }: Waiting) {
  return (
    <div role="status" className={classes.late}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {heights.map((height, place) => (
        <Bone key={place} height={height} mb={16} />
      ))}
    </div>
  )
}

/** A spinner with a loading message that appears after 150 ms. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className={`${classes.late} ${classes.spinner}`}>
      <Loader size="lg" aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </div>
  )
}
