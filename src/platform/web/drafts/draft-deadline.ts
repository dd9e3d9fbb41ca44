import { now } from '../../contract/clock.ts'
import { removeTabValues, tabArea } from '../storage.ts'

/** The key prefix of the drafts of staff, which outlast an expired session: see `draft-storage.ts`. */
export const draftPrefix = 'draft '
/**
 * The key of the time, in milliseconds, when drafts without a session expire. It has their prefix, so
 * `removeTabValues` removes it too.
 */
export const draftDeadline = 'draft until'

/** Removes the drafts of staff at their deadline, unless someone has signed in by then or it has changed. */
export function watchDrafts(isSignedIn: () => boolean) {
  const until = tabArea.read(draftDeadline)
  const remove = () => tabArea.read(draftDeadline) === until && !isSignedIn() && removeTabValues(draftPrefix)
  if (until) setTimeout(remove, Number(until) - now().getTime())
}
