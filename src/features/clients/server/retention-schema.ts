import { z } from 'zod'
import { period } from '#platform/config/setting-schemas.ts'

/** The kinds of a client's data that can have a period, with what they are called in the output of commands. */
export const retentionKinds = {
  cases: 'Cases with everything in them',
  bills: 'Bills',
  medicalRecords: 'Medical records',
  caseDocuments: 'Case documents',
  notes: 'Notes and comments',
  authorizations: 'Decided authorizations',
  vobs: 'Verifications of benefits',
  searches: 'Typed search terms',
  members: 'Disabled member accounts',
} as const
export type RetentionKind = keyof typeof retentionKinds

const optionalPeriod = period.optional()

/** How long each kind of a client's data is kept. A kind that is absent is kept. */
export const retention = z.strictObject({
  cases: optionalPeriod,
  bills: optionalPeriod,
  medicalRecords: optionalPeriod,
  caseDocuments: optionalPeriod,
  notes: optionalPeriod,
  authorizations: optionalPeriod,
  vobs: optionalPeriod,
  searches: optionalPeriod,
  members: optionalPeriod,
} satisfies Record<RetentionKind, typeof optionalPeriod>)
