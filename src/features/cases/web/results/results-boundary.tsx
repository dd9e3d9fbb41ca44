import { Component, type ReactNode } from 'react'
import { ErrorState } from '#platform/web/error-state.tsx'
import { messages } from '../../messages.ts'

type Bounded = { onSearchAgain: () => void; children: ReactNode }

/** Error boundary for results: shows the error and searches again. A new `key` resets it. */
export class ResultsBoundary extends Component<Bounded, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    const { onSearchAgain, children } = this.props
    return this.state.isBroken ? <BrokenResults onSearchAgain={onSearchAgain} /> : children
  }
}

/** The error message of the boundary; retrying repeats the search. */
export const BrokenResults = ({ onSearchAgain }: Pick<Bounded, 'onSearchAgain'>) => (
  <div role="alert">
    <ErrorState message={messages.resultsBroken} retryLabel={messages.searchAgain} onRetry={onSearchAgain} />
  </div>
)
