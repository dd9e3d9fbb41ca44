import type { DecidedAuthorization } from '#authorizations/decided-contract.ts'

/** A denied bill as the list of decisions has it, without a due time. */
export const createDecision = (changes: Partial<DecidedAuthorization> = {}): DecidedAuthorization => ({
  ...{ id: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a90', itnNumber: 'ITN1', round: 1, client: 'ALP1' },
  ...{ carrier: 'Alpine', policy: null, incidentNumber: null, caseHash: null },
  ...{ patientName: 'Sampleton, Ada', providerName: 'Harbor Clinic' },
  ...{ serviceFrom: '2026-03-04', serviceTo: '2026-03-09', currency: 'USD', totalCharge: '1250.50' },
  ...{ action: 'D', decision: 'denied', code: '0188', reason: 'Service is not covered', comment: null },
  ...{ patientResponsibility: null, maximumCovered: null, decidedBy: 'Albert Alpine' },
  ...{ decidedAt: '2026-03-12T15:00:00.000Z', receivedAt: '2026-03-10T12:00:00.000Z', dueAt: null },
  ...{ isSent: true, sentAt: '2026-03-12T15:01:00.000Z', isFinal: true },
  ...{ undoneAt: null, undoneBy: null, firstApprovedBy: null },
  ...changes,
})
