import { findContent, sanitizeContent } from '#clients/server/content-store.ts'
import { findMemberArea } from '#clients/server/member-area-queries.ts'
import type { Database } from '#platform/db/database.ts'
import type { MemberRecord } from '../contract.ts'

/** Returns the current member page of a client. */
export async function findMemberRecord(
  db: Database,
  clientId: string,
  videoHosts: readonly string[],
): Promise<MemberRecord> {
  const [area, stored] = await Promise.all([
    findMemberArea(db, clientId),
    findContent(db, `member/${clientId}`),
  ])
  if (!area) throw new Error('The client of the member does not exist.')
  const { clientName, showIdCard, showEnglishAndGerman } = area
  const content = sanitizeContent(stored ?? '', videoHosts).html
  return { clientName, content, showIdCard, showEnglishAndGerman }
}
