import { type CurrentClient, hasRequiredFeatures } from '#sign-in/server/staff-principal.ts'
import { authorizationAging } from './authorization-aging/authorization-aging-report.ts'
import { billDetail } from './bill-detail/bill-detail-report.ts'
import { caseActivity } from './case-activity/case-activity-report.ts'
import type { Report } from './report-definition.ts'
import { savings } from './savings/savings-report.ts'

const reports: readonly Report[] = [savings, billDetail, caseActivity, authorizationAging]

/** Finds the report with a code. */
export const findReport = (code: string): Report | undefined => reports.find((each) => each.code === code)

/** Finds the report with a code if a client with these features can have it. */
export function findAvailableReport(features: CurrentClient['features'], code: string): Report | undefined {
  const report = findReport(code)
  return report && hasRequiredFeatures(features, report.features) ? report : undefined
}
