import type { ReportFault, ReportField } from '../rules.ts'

/** What is wrong at a field, in a sentence. */
export const faultAt = (field: ReportField, faults: readonly ReportFault[]) =>
  faults.find(({ fields }) => fields.includes(field))?.sentence
