import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { z } from 'zod'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { type Database, execute, inTransaction, queryRow, sql, withScope } from '#platform/db/database.ts'
import type { DocumentService } from '#platform/pdf/document-service/document-service.ts'
import { daysBefore } from '#seed/fictional-data.ts'
import type { SeedPart } from '#seed/seed-demo-data.ts'
import { createRandom } from '#seed/seeded-random.ts'
import { findClientScope } from '#sign-in/server/staff-principal.ts'
import { maxAttempts } from '../backoffice/notification-worker.ts'
import { readItn, receiveItn } from '../backoffice/receive-itn.ts'
import { createItn, listIncidents } from './authorizations-seed.ts'
import { decidingClient, demoCaller } from './decisions-seed.ts'

/** What two people of the client say about its bills, in turn. */
const texts = [
  'The hospital says the discharge summary was mailed on Monday.',
  'I asked the clinic for an itemized bill. Please wait for it before you decide.',
  'Same stay as the previous bill of this patient. Check for a duplicate.',
  'The family called: the patient has been transferred.',
]

/** The ID of the comment `n` on a bill `r`: the same in each load, with the version and variant bits of RFC 9562. */
const commentId = sql`overlay(overlay(md5(r.itn || n) placing '8' from 13) placing '8' from 17)::uuid`

/** Comments of the demo data: one or two on some pending and some decided bills. A repeated load adds nothing. */
export const commentsPart: SeedPart = {
  name: 'comments',
  isEmpty: async (db) =>
    !(await queryRow(
      db,
      z.object({}),
      sql`select from audit_event where action = 'authorization comment written' limit 1`,
    )),
  load: ({ owner }) =>
    inTransaction(owner, async (db) => {
      await bypassTenantFilter(db, 'transaction')
      const added = await execute(
        db,
        sql`
        insert into authorization_comment (itn, id, client_code, written_at, author, written_by, comment_text)
        select r.itn, ${commentId}, r.client_code,
               r.received_at + (n + r.place % 5) * interval '1 hour', coalesce(u.name, u.subject), u.id,
               (${texts}::text[])[1 + (r.place + n) % ${texts.length}]
          from (select itn, client_code, received_at,
                       row_number() over (partition by is_pending order by received_at desc, itn) as place
                  from authorization_request
                 where itn like 'ITN9%') as r
         cross join generate_series(1, 2) as n
          join staff_user u on u.subject = case n when 1 then 'alpine' else 'alpine-colleague' end
         where r.place % 6 = 1 and r.place + n % 2 <= 30
            on conflict (itn, id) do nothing`,
      )
      return `${added} comments`
    }),
}

const submittedBills = 2

/**
 * What the back office exchanges with the portal: bills that it submits with their PDFs, and a notification that it did
 * not accept. A repeated load changes nothing.
 */
export const backofficePart = (documentService: DocumentService): SeedPart => ({
  name: 'bills from the back office',
  isEmpty: async (db) =>
    !(await queryRow(
      db,
      z.object({}),
      sql`select from audit_event where action = 'authorization received' limit 1`,
    )),
  async load(databaseContext, date) {
    const { owner } = databaseContext
    const random = createRandom('bills from the back office')
    const receivedOn = daysBefore(date, 1)
    const scope = await findClientScope(owner, decidingClient)
    const own = (await listIncidents(databaseContext)).filter(
      ({ client, day }) => scope.includes(client) && day < daysBefore(receivedOn, maxStayDays),
    )
    for (const [at, incident] of own.slice(0, submittedBills).entries()) {
      const bill = createItn({ random, date: receivedOn, number: 201 + at, incident, waiting: at + 1 })
      const pdf = await createBillPdf(bill)
      const received = readItn(bill, pdf, scope)
      const staged = await documentService.storage.stage(pdf)
      const caller = { ...demoCaller, actor: 'service demo', service: 'demo' }
      try {
        await withScope(owner, scope, (db) => receiveItn(db, received, { ...staged, pages: 1 }, caller))
      } finally {
        await staged.discard()
      }
    }
    await addUndeliveredNotification(owner)
    return `${Math.min(own.length, submittedBills)} bills from the back office`
  },
})

/** Longer than any demo stay, which begins on the day of the incident. */
const maxStayDays = 10

/** Creates the statement of a provider, on one page. */
async function createBillPdf(bill: ReturnType<typeof createItn>): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setTitle(`Statement of ${bill.providerName}`)
  document.setLanguage('en-US')
  const font = document.embedStandardFont(StandardFonts.Helvetica)
  const page = document.addPage([612, 792])
  const lines = [
    [bill.providerName, 18],
    ['Statement of Charges', 14],
    [`Reference: ${bill.itn}`, 11],
    [`Patient: ${bill.patientName}`, 11],
    [`Dates of service: ${bill.serviceFrom} to ${bill.serviceTo}`, 11],
    [`Total charges: ${bill.totalCharge} ${bill.currency}`, 11],
    ['Demo data. All people are fictitious.', 8],
  ] as const
  for (const [at, [text, size]] of lines.entries())
    page.drawText(text, { x: 64, y: 700 - at * 32, size, font })
  return document.save()
}

/** Puts the oldest decision first in the feed, with a notification of it that failed until it was given up. */
const addUndeliveredNotification = (owner: Database) =>
  inTransaction(owner, async (db) => {
    await bypassTenantFilter(db, 'transaction')
    await execute(
      db,
      sql`
      with oldest as (
        update decision_message
           set position = nextval('decision_message_position'), sent_at = undo_until + interval '1 second'
         where id = (select id from decision_message order by made_at, id limit 1) and position is null
        returning id, position, sent_at)
      insert into decision_notification (id, position, created_at, due_at, attempts, attempted_at, error, given_up_at)
      select id, position, sent_at, last_attempt, ${maxAttempts}, last_attempt, 'HTTP 503', last_attempt
        from oldest, lateral (select sent_at + interval '20 hours') as attempt (last_attempt)`,
    )
  })
