/** Every sentence of the authorizations that a person can meet, word for word as specified. */
export const messages = {
  faults: {
    amounts: {
      patientResponsibility: amountFaults('Patient Responsibility'),
      maximumCovered: amountFaults('Maximum Covered Amount'),
    },
    denial: {
      missing: 'Reason for Denial is Required.',
      unknown: (code: string) =>
        `There is no Reason for Denial ${quoted(code)}. Please choose one of the list.`,
    },
    info: {
      missing: 'Info Required is Required.',
      unknown: (code: string) => `There is no Info Required ${quoted(code)}. Please choose one of the list.`,
    },
    comment: 'Special Handling Comment must be between 5 and 500 characters.',
    oneAction:
      'Please choose one of Approve, Deny, Additional Info Needed and Other - Special Handling, and give the fields of that one alone.',
  },

  clientMissing: 'Please select at least one client',
  moreThanShown: (shown: number) =>
    `There are more than ${shown.toLocaleString('en-US')} pending authorizations; these wait the longest. Please choose fewer clients to see the others.`,
  notAllowed:
    'You may look at pending authorizations, but not decide them. Whoever looks after the portal can give you the right.',
  unknown: 'There is no pending authorization with this ITN.',
  decidedBefore: (itn: string, decision: string, user: string, time: string) =>
    `ITN ${itn} was already decided (${decision}) by ${user} at ${time}.`,
  receivedAgain: (itn: string, time: string) =>
    `ITN ${itn} was received again at ${time}. Please look at it once more before you decide.`,
  changedSince: (itn: string, time: string) =>
    `ITN ${itn} was changed at ${time}. Please look at it once more before you decide.`,
  unknownRound: (itn: string) =>
    `ITN ${itn} never waited in this round. Please send the round that the list of pending authorizations says.`,
  keyUsed:
    'This Idempotency-Key came with another request before. Please send a new key with each new decision.',
  keyOfNoUse: 'An Idempotency-Key has 1 to 200 characters. Please send such a one, or none.',
  decided: {
    A: (itn: string, covered: string, patient: string) =>
      `ITN ${itn} approved for ${covered} (patient responsibility ${patient}).`,
    D: (itn: string, reason: string) => `ITN ${itn} denied: ${reason}.`,
    I: (itn: string, info: string) => `ITN ${itn} needs additional info: ${info}.`,
    O: (itn: string) => `ITN ${itn} sent to special handling.`,
  },
  decisions: {
    A: 'approved',
    D: 'denied',
    I: 'additional info needed',
    O: 'special handling',
  },

  afterUnknown:
    'No decision with the id of `after` was told. Send the id of the last one that you took in, or none to begin at the first.',

  reason: (code: string, description: string) => (description ? `${code} - ${description}` : code),

  page: 'Authorization Pending',
  submit: 'Submit',
  results: 'Pending authorizations',
  loading: 'Loading pending authorizations',
  failed: 'An error occurred retrieving authorizations.',
  denyListFailed: 'An error occurred retrieving deny list.',
  infoListFailed: 'An error occurred retrieving info list.',
  saveFailed: 'An error occurred saving authorization.',
  nothing: 'Your search returned no results',
  nothingAdvice: 'Nothing waits for a decision of these clients.',
  waiting: (count: number) =>
    count === 1 ? '1 pending authorization' : `${count.toLocaleString('en-US')} pending authorizations`,
  asOf: (instant: string) => `As of ${instant}`,
  filters: {
    title: 'Show only',
    client: 'Client',
    currency: 'Currency',
    provider: 'Provider',
    from: 'Total charge from',
    to: 'Total charge to',
    all: 'All',
    clear: 'Show all',
    fits: (count: number, all: number) =>
      `${count.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} shown`,
    notAmount: 'Please type an amount, such as 1,250.50.',
    backwards: 'Nothing fits: this is less than Total charge from.',
    currencyMissing: 'Please choose a currency to compare amounts.',
    none: 'No pending authorization fits what you chose to see.',
  },
  aging: {
    title: 'How long they wait',
    columns: ['Waiting', 'Authorizations'],
    /** By the whole days from which on each counts. */
    spans: {
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
    look: 'View',
    received: 'Received',
    waits: 'Waiting',
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
  wayTo: (way: string, itn: string) => `${way}: ITN ${itn}`,

  desk: {
    title: (itn: string) => `ITN ${itn}`,
    place: (place: number, all: number) =>
      `${place.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`,
    choice: 'Decision',
    actions: { A: 'Approve', D: 'Deny', I: 'Additional Info Needed', O: 'Other - Special Handling' },
    patientResponsibility: (currency: string) => `Patient Responsibility (${currency})`,
    maximumCovered: (currency: string) => `Maximum Covered Amount (${currency})`,
    denialCode: 'Reason for Denial',
    additionalInfo: 'Info Required',
    comment: 'Special Handling Comment',
    counter: (typed: number, longest: number) => `${typed} / ${longest}`,
    unselected: '--Select--',
    error: 'Processing Error',
    previous: 'Previous',
    next: 'Next',
    save: 'Save',
    saving: 'Saving',
    cancel: 'Cancel',
    tryAgain: 'Try again',
    keys: 'Shortcuts',
    closeNotice: 'Close this message',
    ofAnother: (itn: string, sentence: string) => `ITN ${itn}: ${sentence}`,
    stillSaving: (itn: string) => `The decision on ITN ${itn} is still being saved.`,
    shortcuts: {
      everywhere: {
        title: 'Everywhere',
        deciding: [
          [['Ctrl', 'Enter'], 'Save'],
          [['Esc'], 'Leave a field; elsewhere, Cancel'],
        ],
        looking: [[['Esc'], 'Cancel']],
      },
      outsideFields: {
        title: 'Outside fields',
        deciding: [
          [['A'], 'Approve'],
          [['D'], 'Deny'],
          [['I'], 'Additional Info Needed'],
          [['O'], 'Other - Special Handling'],
        ],
        looking: [
          [['←', '→'], 'Previous and next ITN'],
          [['?'], 'Show or hide these shortcuts'],
        ],
      },
      inLists: { title: 'In a list', deciding: [[['↑', '↓'], 'Choose a reason']] },
      off: 'Single-key shortcuts are off. Turn them on under Keyboard shortcuts at the bottom of the page.',
    },
    zeroApproval: {
      title: (covered: string, charged: string) => `Approve ${covered} of ${charged}?`,
      question: (covered: string) =>
        `The maximum covered amount is ${covered}, so none of this bill would be paid.`,
      yes: (covered: string) => `Approve ${covered}`,
      no: 'Go back',
    },
  },
  pdf: {
    pane: (itn: string) => `PDF of ITN ${itn}`,
    loading: 'Loading the PDF',
    failed: 'An error occurred opening the PDF.',
  },

  titles: { itn: (itn: string) => `Pending authorization ${itn}` },
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
    decision: 'For decision',
    totalCharge: 'Total charge',
    currency: 'Currency',
    page: (itn: string, page: number, pages: number) =>
      `Pending authorization ${itn}, page ${page} of ${pages}`,
  },
} as const

/** What somebody gave, as far as a sentence has room for it. */
function quoted(given: string): string {
  return given.length > 60 ? `${given.slice(0, 60).toWellFormed()}…` : given
}

function amountFaults(name: string) {
  return {
    tooMuch: `${name} cannot be greater than Total Charge.`,
    belowZero: `${name} cannot be less than zero.`,
    notAmount: (example: string) => `${name} must be an amount, such as ${example}.`,
    otherCurrency: (currency: string) => `${name} must be in ${currency}, the currency of Total Charge.`,
    tooPrecise: (currency: string, places: number) =>
      places === 0
        ? `${name} cannot have decimals: ${currency} has none.`
        : `${name} cannot have more than ${places} decimals in ${currency}.`,
  }
}
