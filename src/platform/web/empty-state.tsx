import classes from './loading.module.css'

/** The empty state of a list: a message and what to do. */
export function EmptyState({ sentence, advice }: { sentence: string; advice?: string }) {
  return (
    <div role="status" className={classes.empty}>
      <p>{sentence}</p>
      {advice && <p>{advice}</p>}
    </div>
  )
}
