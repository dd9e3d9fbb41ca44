import { z } from 'zod'
import { type Database, rowsOf, sql } from '#platform/server/database.ts'

const paged = z.object({ file: z.string(), key: z.string(), first: z.number(), last: z.number() })

/** Everything that stands on pages of an incident's file, by the file that it came in. */
export const pagedRows = sql`
  select incident_number, 'records.csv' as file, id as key, page_start as first, page_end as last from medical_record
   union all
  select incident_number, 'documents.csv', id, page_start, page_end from case_document
   union all
  select incident_number, 'bills.csv', itn, image_page_start, image_page_end from bill
   where image_page_end is not null`

/** What of an incident stands on pages that a file with so many would not have. */
export const pagedBeyond = (db: Database, incidentNumber: string, pages: number) =>
  rowsOf(
    db,
    paged,
    sql`
    select file, key, first, last from (${pagedRows}) r
     where r.incident_number = ${incidentNumber} and last > ${pages}
     order by last desc, file, key`,
  )
