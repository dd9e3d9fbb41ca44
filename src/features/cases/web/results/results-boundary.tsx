import { Component, type ReactNode } from 'react'
import { ErrorState } from '#platform/web/error-state.tsx'
import { messages } from '../../messages.ts'

type ResultsBoundaryProps = { onSearchAgain: () => void; children: ReactNode }

/** Error boundary for results. It offers to search again; a new `key` resets it. */
export class ResultsBoundary extends Component<ResultsBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    const { onSearchAgain, children } = this.props
    return this.state.isBroken ? <BrokenResults onSearchAgain={onSearchAgain} /> : children
  }
}

/** The error message for broken results, with a button that repeats the search. */
export const BrokenResults = ({ onSearchAgain }: Pick<ResultsBoundaryProps, 'onSearchAgain'>) => (
  <div role="alert">
    <ErrorState message={messages.resultsBroken} retryLabel={messages.searchAgain} onRetry={onSearchAgain} />
  </div>
)
