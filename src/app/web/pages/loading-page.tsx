import { VisuallyHidden } from '@mantine/core'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { messages } from '../messages.ts'

/** The skeleton shown while the code of a page loads. */
export function LoadingPage() {
  return (
    <>
      <VisuallyHidden component="h1">{messages.loading}</VisuallyHidden>
      <Skeleton label={messages.loading} heights={[40, 20, 400]} />
    </>
  )
}
