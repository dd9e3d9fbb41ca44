import type { ReactNode } from 'react'
import { Failure } from './error-state.tsx'
import { Skeleton } from './skeleton.tsx'
import { useErrorNotice } from './use-error-notice.ts'

export type Listed<Item> = {
  data: readonly Item[] | undefined
  isFetching: boolean
  isError: boolean
  errorUpdatedAt: number
  refetch: () => unknown
}

type ListPlaceProps<Item> = {
  query: Listed<Item>
  /** What is being waited for, for those who cannot see. */
  waiting: string
  failed: string
  empty: ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** What stands where a list should be: its outline, why it could not be had, that there is nothing, or the list. */
export function ListPlace<Item>({ query, waiting, failed, empty, children }: ListPlaceProps<Item>) {
  const { data, isFetching, isError } = query
  useErrorNotice(query, failed)
  if (isError && !isFetching) return <Failure sentence={failed} onRetry={() => void query.refetch()} />
  if (!data || isError) return <Skeleton label={waiting} heights={[36, ...Array<number>(5).fill(24)]} />
  return data.length === 0 ? empty : children(data)
}
