import type { ReactNode } from 'react'
import { ErrorState, Skeleton } from './content-states.tsx'
import { useErrorNotice } from './error-notice.tsx'
import classes from './loading.module.css'

export type Listed<Item> = {
  data: readonly Item[] | undefined
  isFetching: boolean
  isError: boolean
  errorUpdatedAt: number
  refetch: () => unknown
}

type QueryListProps<Item> = {
  query: Listed<Item>
  /** The loading message for screen readers. */
  waiting: string
  failed: string
  empty: ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** A list in its states: skeleton, error, empty, or loaded. */
export function QueryList<Item>({ query, waiting, failed, empty, children }: QueryListProps<Item>) {
  const { data, isFetching, isError } = query
  useErrorNotice(query, failed)
  if (isError && !isFetching) return <ErrorState message={failed} onRetry={() => void query.refetch()} />
  if (!data || isError) return <Skeleton label={waiting} heights={[36, ...Array<number>(5).fill(24)]} />
  return data.length === 0 ? empty : children(data)
}

/** The empty state of a list: a message and what to do. */
export function EmptyState({ message, advice }: { message: string; advice?: string }) {
  return (
    <div role="status" className={classes.empty}>
      <p>{message}</p>
      {advice && <p>{advice}</p>}
    </div>
  )
}
