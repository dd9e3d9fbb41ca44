import { z } from 'zod'
import { paper } from '#clients/contract.ts'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import { type Client, pictureTypes, type State } from './client-diff.ts'
import { amountLimits, cardSettings, type DueRule, dueRule, vob } from './clients-file-schema.ts'
import { decisionLetter } from './decision-letter-schema.ts'
import { retention } from './retention-schema.ts'

const list = <Entry extends z.ZodType>(entry: Entry) =>
  z
    .array(entry)
    .nullable()
    .transform((all) => all ?? [])

/** Parses a picture from the JSON that the database returns. */
export const picture = z
  .object({ type: z.enum(pictureTypes), base64: z.string() })
  .transform(({ type, base64 }) => ({ type, bytes: Buffer.from(base64, 'base64') }))

/**
 * A rule that cannot be read, such as one of another version, is compared and exported as it is stored. So it does not
 * stop the import that corrects it, or those of other clients.
 */
const storedDueRule = dueRule.or(z.custom<DueRule>()).nullable()

const clientRow = z
  .object({
    id: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    codes: list(z.object({ code: z.string(), name: z.string(), dueRule: storedDueRule })),
    currentActivity: z.boolean(),
    patientSearch: z.boolean(),
    clientAuth: z.boolean(),
    caseSummary: z.boolean(),
    authorizers: z.enum(['all', 'granted']),
    dueRule: storedDueRule,
    undoSeconds: z.number(),
    stepUpAbove: amountLimits.nullable(),
    secondPersonAbove: amountLimits.nullable(),
    emergencyMinutes: z.number().nullable(),
    decisionLetter: decisionLetter.nullable(),
    paper,
    baseCurrency: z.string().nullable(),
    retention: retention.nullable(),
    providerSearches: list(z.object({ key: z.string(), networks: z.array(z.string()).nullable() })),
    reports: list(z.object({ code: z.string(), name: z.string(), multiClient: z.boolean() })),
    accountManagers: list(
      z.object({
        name: z.string(),
        title: z.string(),
        email: z.string(),
        phone: z.string(),
        picture: picture.nullable(),
      }),
    ),
    vob: vob.nullable(),
    banner: z.string().nullable(),
    videoUrl: z.string().nullable(),
    member: z
      .object({
        showIdCard: z.boolean(),
        showEnglishAndGerman: z.boolean(),
        card: cardSettings.nullable().default(null),
      })
      .nullable(),
    cardLogo: picture.nullable(),
    homeHtml: z.string(),
    memberHtml: z.string(),
  })
  .transform(
    ({ banner, videoUrl, homeHtml, memberHtml, member, cardLogo, ...rest }): Client => ({
      ...rest,
      member: member && { ...member, card: member.card && { ...member.card, logo: cardLogo } },
      home: { banner, videoUrl },
      html: { home: homeHtml, member: memberHtml },
    }),
  )

const externalRow = z.object({ name: z.string(), url: z.string(), position: z.number() })

/** Loads all clients with all their data, ordered by ID, and the external searches. */
export async function loadState(db: Database): Promise<State> {
  const clients = await queryRows(
    db,
    clientRow,
    sql`
    select c.id, c.name, c.enabled, c.current_activity as "currentActivity", c.patient_search as "patientSearch",
           c.client_auth as "clientAuth", c.case_summary as "caseSummary", c.authorizers,
           c.due_rule as "dueRule", c.undo_seconds as "undoSeconds", c.step_up_above as "stepUpAbove", c.second_person_above as "secondPersonAbove", c.emergency_minutes as "emergencyMinutes",
           c.decision_letter as "decisionLetter",
           c.paper, c.base_currency as "baseCurrency", c.retention, c.banner, c.video_url as "videoUrl", c.vob, c.member_area as member,
           case when c.card_logo is not null then json_build_object(
              'type', c.card_logo_type, 'base64', encode(c.card_logo, 'base64')) end as "cardLogo",
           (select json_agg(json_build_object('code', k.code, 'name', k.name, 'dueRule', k.due_rule) order by k.position)
              from client_code k where k.client_id = c.id) as codes,
           (select json_agg(json_build_object('key', s.definition_key, 'networks', s.networks) order by s.position)
              from client_provider_search s where s.client_id = c.id) as "providerSearches",
           (select json_agg(json_build_object('code', r.code, 'name', r.name, 'multiClient', r.multi_client)
                            order by r.position)
              from client_report r where r.client_id = c.id) as reports,
           (select json_agg(json_build_object(
                     'name', m.name, 'title', m.title, 'email', m.email, 'phone', m.phone,
                     'picture', case when m.picture is not null then json_build_object(
                        'type', m.picture_type, 'base64', encode(m.picture, 'base64')) end) order by m.position)
              from account_manager m where m.client_id = c.id) as "accountManagers",
           coalesce((select html from content where key = 'home/' || c.id
                      order by version desc limit 1), '') as "homeHtml",
           coalesce((select html from content where key = 'member/' || c.id
                      order by version desc limit 1), '') as "memberHtml"
      from client c
     order by c.id collate "C"`,
  )
  const externalSearches = await queryRows(
    db,
    externalRow,
    sql`select name, url, position from external_search order by position`,
  )
  return { clients, externalSearches }
}
