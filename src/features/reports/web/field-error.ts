import type { ReportError, ReportField } from '../rules.ts'

/** Finds the error message of a field. */
export const fieldError = (field: ReportField, faults: readonly ReportError[]) =>
  faults.find(({ fields }) => fields.includes(field))?.sentence
