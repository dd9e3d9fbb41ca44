import { visibleText } from '#platform/contract/normalize-text.ts'
import { queueMessages } from './queue-messages.ts'

const foldName = (name: string) => visibleText(name.normalize('NFKC')).toLowerCase()

const commonViewNames = [
  queueMessages.views.all,
  queueMessages.assign.mine,
  queueMessages.assign.nobody,
  queueMessages.views.custom,
]

/**
 * Why a view cannot have this name: it reads like that of a built-in view or of another view of the user; undefined if it
 * can.
 */
export function findNameConflict(name: string, ownNames: readonly string[]): string | undefined {
  const isAlike = (other: string) => foldName(other) === foldName(name)
  const common = commonViewNames.find(isAlike)
  if (common !== undefined) return queueMessages.views.reserved(common)
  const similar = ownNames.find((other) => other !== name && isAlike(other))
  return similar === undefined || ownNames.includes(name) ? undefined : queueMessages.views.similar(similar)
}
