import classes from './loading.module.css'

/** The empty state of a list: a message and what to do. */
export function EmptyState({ message, advice }: { message: string; advice?: string }) {
  return (
    <div role="status" className={classes.empty}>
      <p>{message}</p>
      {advice && <p>{advice}</p>}
    </div>
  )
}
