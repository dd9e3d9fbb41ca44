import { labelItn } from '#cases/rules.ts'
import { review } from './review-messages.ts'

/** User-facing text of authorizations. The specification fixes most of these strings. */
export const messages = {
  errors: {
    amounts: {
      patientResponsibility: amountErrors('Patient Responsibility'),
      maximumCovered: amountErrors('Maximum Covered Amount'),
    },
    denial: {
      missing: 'Reason for Denial is Required.',
      unknown: (code: string) =>
        `“${truncate(code)}” is not a valid Reason for Denial. Choose one from the list.`,
    },
    info: {
      missing: 'Info Required is Required.',
      unknown: (code: string) =>
        `“${truncate(code)}” is not a valid choice for Info Required. Choose one from the list.`,
    },
    comment: 'Special Handling Comment must be between 5 and 500 characters.',
    oneAction:
      'Choose Approve, Deny, Additional Info Needed or Other - Special Handling, and send only the fields of that action.',
  },

  clientMissing: 'Please select at least one client',
  moreThanShown: (shown: number) =>
    `Showing the first ${shown.toLocaleString('en-US')} pending authorizations. Choose fewer clients to see the rest.`,
  notAllowed:
    'You can view pending authorizations but not decide them. Ask your administrator for permission.',
  unknown:
    'We can’t find a pending authorization with this ITN. It may have been removed, or you may not have access to its client. Go back to the list.',
  alreadyDecided: (itn: string, decision: string, user: string, time: string) =>
    `ITN ${itn} was already decided (${decision}) by ${user} at ${time}.`,
  resubmitted: (itn: string, time: string) =>
    `${labelItn(itn)} was resubmitted at ${time}. Review it again before you decide.`,
  changed: (itn: string, time: string) =>
    `${labelItn(itn)} was changed at ${time}. Review it again before you decide.`,
  unknownRound: (itn: string) =>
    `${labelItn(itn)} has no such round. Send the \`round\` that \`/api/itn/bills\` returns.`,
  keyReused:
    'This Idempotency-Key was already used for a different request. Send a new key with each new decision.',
  invalidKey: 'An Idempotency-Key must have 1 to 200 characters. Send a valid key, or omit the header.',
  decided: {
    A: (itn: string, covered: string, patient: string) =>
      `${labelItn(itn)} approved for ${covered} (patient responsibility ${patient}).`,
    D: (itn: string, reason: string) => `${labelItn(itn)} denied: ${reason}.`,
    I: (itn: string, info: string) => `${labelItn(itn)} needs additional info: ${info}.`,
    O: (itn: string) => `${labelItn(itn)} sent to special handling.`,
  },
  decisions: {
    A: 'approved',
    D: 'denied',
    I: 'additional info needed',
    O: 'special handling',
  },

  proposal: {
    proposed: (itn: string, covered: string) =>
      `Approval of ${covered} proposed for ${labelItn(itn)}. A second person must approve it.`,
    own: (itn: string) =>
      `You proposed this approval of ${labelItn(itn)}, so another person must approve it. To change the amounts, withdraw your proposal first.`,
    otherAmounts: (itn: string, by: string, covered: string, patient: string) =>
      `${by} proposed to approve ${covered} for ${labelItn(itn)} (patient responsibility ${patient}). Approve the same amounts, or withdraw the proposal first.`,
    notUndone: (itn: string) =>
      `The approval of ${labelItn(itn)} is only proposed. To take it back, open the bill and withdraw the proposal.`,
    withdrawn: (itn: string) => `The proposed approval of ${labelItn(itn)} was withdrawn.`,
    none: (itn: string) => `${labelItn(itn)} has no proposed approval.`,
    mark: 'Needs a second person',
    describe: (covered: string, patient: string) =>
      `Proposed approval: ${covered} covered, patient responsibility ${patient}.`,
    by: (by: string, time: string) => `Proposed by ${by} on ${time}.`,
    confirm: 'To confirm it, approve the same amounts.',
    wait: 'Another person must approve the same amounts.',
    withdraw: 'Withdraw proposal',
    failed: 'We couldn’t withdraw the proposal. Please try again.',
  },

  stepUp: {
    needed: (itn: string) =>
      `To approve this amount for ${labelItn(itn)}, confirm your identity by logging in again.`,
    question:
      'Approvals of this amount need a recent login. Log in again. We’ll bring you back to this bill with what you entered, so that you can save your decision.',
  },

  undo: {
    undone: (itn: string) => `The decision on ${labelItn(itn)} was undone. The bill is pending again.`,
    unknownDecision: (itn: string) => `We can’t find this decision on ${labelItn(itn)}. Go back to the list.`,
    notDecided: (itn: string) => `${labelItn(itn)} is still pending, so there is no decision to undo.`,
    already: (itn: string, time: string) => `The decision on ${labelItn(itn)} was already undone at ${time}.`,
    resubmitted: (itn: string, time: string) =>
      `${labelItn(itn)} was resubmitted at ${time}, so its earlier decision can’t be undone.`,
    changed: (itn: string, time: string) =>
      `${labelItn(itn)} was changed at ${time}, so its earlier decision can’t be undone.`,
    someoneElse: (itn: string, user: string) =>
      `Only ${user}, who made the decision on ${labelItn(itn)}, can undo it.`,
    sent: (itn: string) =>
      `It’s too late to undo the decision on ${labelItn(itn)}. If it is wrong, contact the back office.`,
  },

  afterUnknown:
    'Unknown `after`: no released decision has this ID. Send the last ID that you processed, or omit “after” to start from the beginning.',

  reason: (code: string, description: string) => (description ? `${code} - ${description}` : code),

  page: 'Authorization Pending',
  submit: 'Submit',
  results: 'Pending authorizations',
  loading: 'Loading pending authorizations',
  failed: 'An error occurred retrieving authorizations.',
  denyListFailed: 'An error occurred retrieving deny list.',
  infoListFailed: 'An error occurred retrieving info list.',
  saveFailed: 'An error occurred saving authorization.',
  saveAgain:
    'We don’t know whether the decision was saved. What you entered is still here. Check your connection, then save again: it won’t be saved twice.',
  nothing: 'Your search returned no results',
  nothingAdvice: 'These clients have nothing waiting for a decision.',
  waiting: (count: number) =>
    count === 1 ? '1 pending authorization' : `${count.toLocaleString('en-US')} pending authorizations`,
  asOf: (instant: string) => `As of ${instant}`,
  filters: {
    title: 'Filter',
    client: 'Client',
    currency: 'Currency',
    provider: 'Provider',
    from: 'Total charge from',
    to: 'Total charge to',
    all: 'All',
    everything: 'No filters',
    provided: (provider: string) => `“${provider}”`,
    above: (amount: string) => `from ${amount}`,
    below: (amount: string) => `to ${amount}`,
    matching: (count: number, all: number) =>
      `${count.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} shown`,
    notAmount: 'Enter an amount, such as 1,250.50.',
    reversed: 'Enter an amount that is not below “Total charge from”.',
    currencyMissing: 'Choose a currency to filter by amount.',
    amountsIgnored: 'The total charge filter is off until you correct it.',
    none: 'No pending authorizations match these filters.',
  },
  waitSpans: {
    title: 'Time waiting',
    /** Keyed by the minimum number of whole days. */
    names: {
      0: 'Less than a day',
      1: '1 to 3 days',
      4: '4 to 7 days',
      8: '8 to 30 days',
      31: '31 to 60 days',
      61: 'More than 60 days',
    },
  },
  wait: { minutes: 'min', hours: 'h', days: (days: number) => (days === 1 ? '1 day' : `${days} days`) },
  columns: {
    itn: 'ITN #',
    decide: 'Decide',
    view: 'View',
    received: 'Received',
    waiting: 'Waiting',
    patient: 'Patient Name',
    provider: 'Provider',
    service: 'Dates of Service',
    totalCharge: 'Total Charge',
    currency: 'Currency',
    client: 'Client',
    hmo: 'HMO',
    policy: 'Policy #',
    incident: 'Incident #',
  },
  rowActionLabel: (action: string, itn: string) => `${action}: ${labelItn(itn)}`,

  review,
  pdf: {
    pane: (itn: string) => `PDF of ${labelItn(itn)}`,
    image: (itn: string) => `Bill image of ${labelItn(itn)}`,
    loading: 'Loading the PDF',
    failed: 'We couldn’t open the PDF.',
  },

  titles: { itn: (itn: string) => `Bill for authorization ${itn}` },
  itnDocument: {
    title: 'Bill for Authorization',
    itn: 'ITN #',
    received: 'Received',
    patient: 'Patient',
    name: 'Name',
    client: 'Client',
    hmo: 'HMO',
    policy: 'Policy #',
    incident: 'Incident #',
    charges: 'Charges',
    columns: ['Provider', 'Dates of service', 'Currency', 'Total charge'],
    decision: 'Amount to authorize',
    totalCharge: 'Total charge',
    currency: 'Currency',
    page: (itn: string, page: number, pages: number) =>
      `Bill for authorization ${itn}, page ${page} of ${pages}`,
  },
} as const

/** Shortens user input for use in a message. */
function truncate(input: string): string {
  return input.length > 60 ? `${input.slice(0, 60).toWellFormed()}…` : input
}

function amountErrors(name: string) {
  return {
    aboveTotal: `${name} cannot be greater than Total Charge.`,
    belowZero: `${name} cannot be less than zero.`,
    notAmount: (example: string) => `${name} must be an amount, such as ${example}.`,
    otherCurrency: (currency: string) => `${name} must be in ${currency}, the currency of Total Charge.`,
    tooPrecise: (currency: string, places: number) =>
      places === 0
        ? `${name} must be a whole amount: ${currency} has no decimal places.`
        : `${name} cannot have more than ${places} decimal places in ${currency}.`,
  }
}
