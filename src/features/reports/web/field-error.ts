import type { ReportFault, ReportField } from '../rules.ts'

/** The error message of a field. */
export const faultAt = (field: ReportField, faults: readonly ReportFault[]) =>
  faults.find(({ fields }) => fields.includes(field))?.sentence
