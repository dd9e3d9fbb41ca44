import { Loader, VisuallyHidden } from '@mantine/core'
import classes from './loading.module.css'

/** A turning wheel that appears when waiting has lasted 150 ms, and says what is being waited for. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className={`${classes.late} ${classes.spinner}`}>
      <Loader size="lg" aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </div>
  )
}
