import { Component, type ReactNode } from 'react'
import { Failure } from '#platform/web/error-state.tsx'
import { messages } from '../../messages.ts'

type Bounded = { onSearchAgain: () => void; children: ReactNode }

/** Where results cannot be shown, says so and searches again. Another `key` begins anew. */
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

/** Says that results came and cannot be shown, and searches again. */
export const BrokenResults = ({ onSearchAgain }: Pick<Bounded, 'onSearchAgain'>) => (
  <div role="alert">
    <Failure sentence={messages.resultsBroken} again={messages.searchAgain} onRetry={onSearchAgain} />
  </div>
)
