import { Loader, VisuallyHidden } from '@mantine/core'
import classes from './loading.module.css'

/** A spinner with a loading message that appears after 150 ms. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className={`${classes.late} ${classes.spinner}`}>
      <Loader size="lg" aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </div>
  )
}
