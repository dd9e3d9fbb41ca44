import { Skeleton as Bone, VisuallyHidden } from '@mantine/core'
import classes from './loading.module.css'

type Waiting = {
  /** The loading message for screen readers. */
  label: string
  /** The heights of the layout's parts, in pixels, from top to bottom. */
  heights: readonly number[]
}

/** A loading skeleton: it reserves its space at once and becomes visible after 150 ms. */
export function Skeleton({ label, heights }: Waiting) {
  return (
    <div role="status" className={classes.late}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {heights.map((height, place) => (
        <Bone key={place} height={height} mb={16} />
      ))}
    </div>
  )
}
