import { Skeleton as Bone, VisuallyHidden } from '@mantine/core'
import classes from './loading.module.css'

type Waiting = {
  /** What is being waited for, for those who cannot see. */
  label: string
  /** Heights in px of the real layout's parts, from top to bottom. */
  heights: readonly number[]
}

/** The outline of what is coming: it holds its place at once and becomes visible after 150 ms. */
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
