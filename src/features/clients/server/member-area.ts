import { z } from 'zod'
import { type Database, rowOf, sql } from '#platform/server/database.ts'
import { picture } from './client-snapshot-queries.ts'
import { cardWords } from './clients-schema.ts'

const area = z.object({
  clientName: z.string(),
  showIdCard: z.boolean(),
  showEnglishAndGerman: z.boolean(),
})
export type MemberArea = z.infer<typeof area>

/** The member area settings of a client without its content; undefined if the client is gone. */
export function memberAreaOf(db: Database, clientId: string): Promise<MemberArea | undefined> {
  return rowOf(
    db,
    area,
    sql`
    select name as "clientName",
           coalesce((member_area -> 'showIdCard')::boolean, false) as "showIdCard",
           coalesce((member_area -> 'showEnglishAndGerman')::boolean, false) as "showEnglishAndGerman"
      from client where id = ${clientId}`,
  )
}

const look = z.object({ card: cardWords.nullable(), logo: picture.nullable() })
export type CardLook = z.infer<typeof look>

/** The card settings of a client. Separate because the logo can be large and only a card needs it. */
export function cardLookOf(db: Database, clientId: string): Promise<CardLook | undefined> {
  return rowOf(
    db,
    look,
    sql`
    select nullif(member_area -> 'card', 'null') as card,
           case when card_logo is not null then json_build_object(
              'type', card_logo_type, 'base64', encode(card_logo, 'base64')) end as logo
      from client where id = ${clientId}`,
  )
}
