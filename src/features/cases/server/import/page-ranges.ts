import { z } from 'zod'
import { type Database, rowsOf, sql } from '#platform/server/database.ts'

const paged = z.object({ file: z.string(), key: z.string(), first: z.number(), last: z.number() })

/** Selects all page references into an incident's file, with the input file they came from. */
export const pagedRows = sql`
  select incident_number, 'records.csv' as file, id as key, page_start as first, page_end as last from medical_record
   union all
  select incident_number, 'documents.csv', id, page_start, page_end from case_document
   union all
  select incident_number, 'bills.csv', itn, image_page_start, image_page_end from bill
   where image_page_end is not null`

/** Selects an incident's page references beyond a given number of pages. */
export const pagedBeyond = (db: Database, incidentNumber: string, pages: number) =>
  rowsOf(
    db,
    paged,
    sql`
    select file, key, first, last from (${pagedRows}) r
     where r.incident_number = ${incidentNumber} and last > ${pages}
     order by last desc, file, key`,
  )
