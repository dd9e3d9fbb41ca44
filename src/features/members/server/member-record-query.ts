import { sanitizeContent } from '#clients/server/content-sanitizer.ts'
import { contentOf } from '#clients/server/content-store.ts'
import { memberAreaOf } from '#clients/server/member-area.ts'
import type { Database } from '#platform/server/database.ts'
import type { MemberRecord } from '../contract.ts'

/** What the members of a client currently see. */
export async function recordOf(
  db: Database,
  clientId: string,
  videoHosts: readonly string[],
): Promise<MemberRecord> {
  const [area, stored] = await Promise.all([memberAreaOf(db, clientId), contentOf(db, `member/${clientId}`)])
  if (!area) throw new Error('The client of a member is gone.')
  const { clientName, showIdCard, showEnglishAndGerman } = area
  const content = sanitizeContent(stored ?? '', videoHosts).html
  return { clientName, content, showIdCard, showEnglishAndGerman }
}
