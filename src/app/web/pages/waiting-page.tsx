import { Skeleton } from '#platform/web/skeleton.tsx'
import { messages } from '../messages.ts'

/** The outline that stands while a page's code is on its way. */
export function WaitingPage() {
  return <Skeleton label={messages.loading} heights={[40, 20, 400]} />
}
