import classes from './loading.module.css'

/** What stands where a list has nothing: the sentence that says so, and what to do about it. */
export function EmptyPlace({ sentence, advice }: { sentence: string; advice?: string }) {
  return (
    <div role="status" className={classes.empty}>
      <p>{sentence}</p>
      {advice && <p>{advice}</p>}
    </div>
  )
}
