import { z } from 'zod'
import { paper } from '#clients/contract.ts'
import { type Database, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { picture } from './client-snapshot-queries.ts'
import { cardPhones, cardSettings } from './clients-file-schema.ts'

const area = z.object({
  clientName: z.string(),
  showIdCard: z.boolean(),
  showEnglishAndGerman: z.boolean(),
  isEnabled: z.boolean(),
  /** The numbers on the card; null if the client has none of its own. */
  phones: cardPhones.nullable(),
})
export type MemberArea = z.infer<typeof area>

/** Finds the member area settings of a client, without its content; undefined if the client does not exist. */
export function findMemberArea(db: Database, clientId: string): Promise<MemberArea | undefined> {
  return queryRow(
    db,
    area,
    sql`
    select name as "clientName",
           coalesce((member_area -> 'showIdCard')::boolean, false) as "showIdCard",
           coalesce((member_area -> 'showEnglishAndGerman')::boolean, false) as "showEnglishAndGerman",
           enabled as "isEnabled", member_area -> 'card' -> 'phones' as phones
      from client where id = ${clientId}`,
  )
}

const memberSearch = z.object({ key: z.string(), title: z.string() })

/** Finds the searches of a client that members can use: those that need no sign-in. */
export const findMemberSearches = (db: Database, clientId: string) =>
  queryRows(
    db,
    memberSearch,
    sql`
    select d.key, d.title
      from client_provider_search s
      join search_definition d on d.key = s.definition_key and d.access = 'public'
     where s.client_id = ${clientId}
     order by s.position`,
  )

const storedCard = z.object({ card: cardSettings.nullable(), logo: picture.nullable(), paper })
export type CardSettings = z.infer<typeof storedCard>

/** Finds the card settings of a client. A separate query, because the logo can be large and only cards need it. */
export async function findCardSettings(db: Database, clientId: string): Promise<CardSettings> {
  const stored = await queryRow(
    db,
    storedCard,
    sql`
    select nullif(member_area -> 'card', 'null') as card,
           case when card_logo is not null then json_build_object(
              'type', card_logo_type, 'base64', encode(card_logo, 'base64')) end as logo,
           paper
      from client where id = ${clientId}`,
  )
  if (!stored) throw new Error('The client of the card does not exist.')
  return stored
}
