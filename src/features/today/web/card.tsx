import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { ErrorState } from '#platform/web/content-states.tsx'
import { isModifiedClick } from '#platform/web/link/is-modified-click.ts'
import { messages } from '../messages.ts'
import rowsClasses from './rows.module.css'
import classes from './today.module.css'

type CardProps<Data> = {
  title: string
  query: UseQueryResult<Data>
  failed: string
  /** Whether the rows have a head; otherwise they have two lines, below a line of figures. */
  hasColumnHeads?: boolean
  /** What stands next to the title once the data has loaded. */
  actions?: (data: Data) => ReactNode
  children: (data: Data) => ReactNode
}

const skeletonRows = [0, 1, 2, 3, 4]

/**
 * A card with its own loading and error states, the former as high as its data are usually. Data loaded earlier stays
 * visible during a refetch.
 */
export function Card<Data>({
  title,
  query,
  failed,
  hasColumnHeads = false,
  actions,
  children,
}: CardProps<Data>) {
  const id = useId()
  const { data } = query
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {data !== undefined && actions?.(data)}
      </div>
      {data !== undefined && children(data)}
      {data === undefined && query.isError && (
        <div className={classes.state}>
          <ErrorState message={failed} onRetry={() => void query.refetch()} />
        </div>
      )}
      {query.isPending && (
        <div className={classes.late} role="status">
          <VisuallyHidden>{messages.loading(title)}</VisuallyHidden>
          <div className={hasColumnHeads ? classes.boneHeads : classes.boneFigures} />
          {skeletonRows.map((row) => (
            <div key={row} className={classes.boneRow} data-short={hasColumnHeads || undefined}>
              <Skeleton height={12} width="30%" />
              <Skeleton height={12} width="45%" />
            </div>
          ))}
        </div>
      )}
    </section>
  )
}

/** The empty state of a card. */
export function EmptyCard({ message, children }: { message: string; children: ReactNode }) {
  return (
    <div className={classes.state} role="status">
      <p className={classes.emptyTitle}>{message}</p>
      {children}
    </div>
  )
}

type ColumnHeadsProps = {
  /** The label of each column by the key of its cells. */
  columns: Readonly<Record<string, string>>
}

/** The head of the rows of a card, for people who see the columns. */
export const ColumnHeads = ({ columns }: ColumnHeadsProps) => (
  <div className={rowsClasses.columnHeads} aria-hidden>
    {Object.entries(columns).map(([key, label]) => (
      <span key={key} data-cell={key}>
        {label}
      </span>
    ))}
  </div>
)

type Navigation = Parameters<ReturnType<typeof useNavigate>>[0]
/** Where a link leads within the portal. */
export type LinkTarget = {
  href: string
  state?: Navigation['state']
}
type CardLinkProps = Omit<ComponentProps<'a'>, 'href'> & LinkTarget

/** A link within the portal. The router follows it, except for a click with a modifier key. */
export function CardLink({ href, state, ...rest }: CardLinkProps) {
  const navigate = useNavigate()
  return (
    <a
      href={href}
      {...rest}
      onClick={(event) => {
        if (isModifiedClick(event)) return
        event.preventDefault()
        void navigate({ href, ...(state && { state }) })
      }}
    />
  )
}
