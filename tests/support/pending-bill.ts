import { listComments } from '#authorizations/comment-contract.ts'
import type { PendingAuthorization } from '#authorizations/contract.ts'
import {
  leaseAuthorization,
  listQueueViews,
  readQueue,
  readQueueEmail,
} from '#authorizations/queue-contract.ts'
import type { PendingBills } from '#authorizations/web/pending-query.ts'
import type { stubApi } from './stub-api.ts'

/** A pending bill as the list has it, without a due time. */
export const createPendingBill = (
  itnNumber: string,
  changes: Partial<PendingAuthorization> = {},
): PendingAuthorization => ({
  itnNumber,
  round: 1,
  client: 'ALP3',
  carrier: 'Alpine Students Abroad',
  hmo: null,
  policy: null,
  incidentNumber: null,
  caseHash: null,
  billImage: false,
  submittedPdf: false,
  comments: 0,
  patientName: 'Quillfeather, Ada',
  providerName: 'Mercy Hospital',
  datesOfService: '11/20/2025',
  serviceFrom: '2025-11-20',
  serviceTo: '2025-11-20',
  currency: 'USD',
  totalCharge: 1250.5,
  totalChargeAmount: '1250.50',
  totalChargeFormatted: '$1,250.50',
  receivedAt: '2026-01-01T12:00:00Z',
  waitingMinutes: 100,
  dueAt: null,
  dueInMinutes: null,
  assignee: null,
  formerAssignee: null,
  proposal: null,
  ...changes,
})

/** A whole list of pending bills. */
export const createPendingList = (
  list: Pick<PendingBills, 'bills' | 'mayDecide' | 'version'> & Partial<PendingBills>,
): PendingBills => ({
  removed: null,
  readAt: '2026-01-01T13:40:00.000Z',
  notice: null,
  secondPersonAbove: {},
  ...list,
})

/** Stubs what the page of pending authorizations requests besides its list. */
export function stubQueue(api: ReturnType<typeof stubApi>) {
  api.reply(readQueue, { pending: 1, version: '', reviewing: [] })
  api.reply(listQueueViews, { views: [] })
  api.reply(readQueueEmail, { isOn: false, address: null, mayDecide: false })
  api.reply(leaseAuthorization, { others: [] })
  api.reply(listComments, { comments: [] })
}
