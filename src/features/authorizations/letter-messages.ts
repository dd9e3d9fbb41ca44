import { labelItn } from '#cases/rules.ts'

/** The text of decision letters and of the page about them. */
export const letterMessages = {
  open: 'Letter',
  openLetter: (itn: string) => `Letter: ${labelItn(itn)}`,
  later: 'The letter is available once the decision can no longer be undone.',
  undoable: (itn: string, seconds: number) =>
    `The decision on ${labelItn(itn)} can still be undone, so it has no letter yet. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
  document: {
    named: (itn: string) => `Decision on ${labelItn(itn)}`,
    title: 'Authorization Decision',
    itn: 'ITN',
    date: 'Date',
    bill: 'Bill',
    patient: 'Patient',
    provider: 'Provider',
    service: 'Dates of service',
    policy: 'Policy number',
    incident: 'Incident number',
    totalCharge: 'Total charge',
    covered: 'Maximum covered',
    notCovered: 'Not covered',
    patientResponsibility: 'Patient responsibility',
    decision: (outcome: string) => `Decision: ${outcome}`,
    outcomes: {
      approved: 'Approved',
      approvedInPart: 'Approved in part',
      approvedForNothing: 'Nothing covered',
      denied: 'Denied',
      infoNeeded: 'More information needed',
      specialHandling: 'Special handling',
    },
    reason: { D: 'Reason', I: 'What we need' },
    appeal: 'If you disagree',
    contact: 'Questions',
    continued: (client: string, itn: string) => `${client} · Decision on ${labelItn(itn)}`,
    page: (itn: string, page: number, pages: number) =>
      `Decision on ${labelItn(itn)}, page ${page} of ${pages}`,
  },
  /** The portal’s text for the parts that a client’s `decisionLetter` omits. */
  defaults: {
    opening: 'This letter is about the bill described below.',
    outcomes: {
      approved:
        'We approved this bill. The maximum covered amount is {covered} of the total charge of {totalCharge}. The patient’s responsibility is {patientResponsibility}.',
      approvedInPart:
        'We approved part of this bill. The maximum covered amount is {covered} of the total charge of {totalCharge}, and the patient’s responsibility is {patientResponsibility}. The remaining {notCovered} is not covered. If you would like to know the reason, please ask us as described under “Questions”.',
      approvedForNothing:
        'We reviewed this bill. The maximum covered amount is {covered} of the total charge of {totalCharge}, so we will not pay any part of it. The patient’s responsibility is {patientResponsibility}. If you would like to know the reason, please ask us as described under “Questions”.',
      denied: 'We denied this bill, so no part of the total charge of {totalCharge} is covered.',
      infoNeeded:
        'We can’t decide on this bill yet. Please send us the information named above, and include {itn}. We will decide once we have it.',
      specialHandling:
        'This bill needs special handling. No decision on payment has been made yet. We will contact you if we need anything from you.',
    },
    appeal:
      'You can ask us to review this decision. Write to us, include {itn}, say why you disagree, and enclose any documents that support your request. The policy states how long you have to do so.',
    contact: (phone: string, email: string) => `Call ${phone} or write to ${email}. Please mention {itn}.`,
    signature: (company: string) => `${company}\nfor {client}`,
  },
} as const
