import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { ErrorState, Skeleton } from './content-states.tsx'

type ResultsAreaProps = {
  label: string
  className: string | undefined
  /** Whether a request is running. */
  isBusy: boolean
  /** The skeleton, while there is nothing else to show: its loading message and the heights of its parts. */
  waiting: { label: string; heights: readonly number[] } | undefined
  /** The error message, and the action of its retry button. */
  failed?: { message: string; onRetry: () => void } | undefined
  /** The content above the results in every state. */
  header?: ReactNode
  id?: string
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** The area below a form: a skeleton while its results load, an error, or the results. It can take the focus. */
export function ResultsArea({
  label,
  isBusy,
  waiting,
  failed,
  header,
  children,
  ...props
}: ResultsAreaProps) {
  return (
    <section {...props} tabIndex={-1} aria-label={label} aria-busy={isBusy}>
      {header}
      {waiting ? <Skeleton {...waiting} /> : failed ? <ErrorState {...failed} /> : children}
    </section>
  )
}

/**
 * An anchor that the page scrolls to when a search has found something; without results the form stays in
 * view.
 */
export function useScrollToResults(isRunning: boolean, hasFound: boolean, block: 'start' | 'nearest') {
  const anchor = useRef<HTMLDivElement>(null)
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning && hasFound) anchor.current?.scrollIntoView({ block })
    wasRunning.current = isRunning
  }, [isRunning, hasFound, block])
  return anchor
}
