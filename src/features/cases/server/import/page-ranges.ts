import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/server/database.ts'

const pageRange = z.object({ file: z.string(), key: z.string(), first: z.number(), last: z.number() })

/** Selects all stored page ranges of incidents' files, with the kind of input file they came from. */
export const pageRangesQuery = sql`
  select incident_number, 'records.csv' as file, id as key, page_start as first, page_end as last from medical_record
   union all
  select incident_number, 'documents.csv', id, page_start, page_end from case_document
   union all
  select incident_number, 'bills.csv', itn, image_page_start, image_page_end from bill
   where image_page_end is not null`

/** Lists the page ranges of an incident that end after a given page. */
export const findRangesBeyond = (db: Database, incidentNumber: string, pages: number) =>
  queryRows(
    db,
    pageRange,
    sql`
    select file, key, first, last from (${pageRangesQuery}) r
     where r.incident_number = ${incidentNumber} and last > ${pages}
     order by last desc, file, key`,
  )
