/** Every sentence of the authorizations that a person can meet, word for word as specified. */
export const messages = {
  faults: {
    amounts: {
      patientResponsibility: amountFaults('Patient Responsibility'),
      maximumCovered: amountFaults('Maximum Covered Amount'),
    },
    denial: {
      missing: 'Reason for Denial is Required.',
      unknown: (code: string) => `There is no Reason for Denial ${code}. Please choose one of the list.`,
    },
    info: {
      missing: 'Info Required is Required.',
      unknown: (code: string) => `There is no Info Required ${code}. Please choose one of the list.`,
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
  keyUsed:
    'This Idempotency-Key came with another request before. Please send a new key with each new decision.',
  decided: (itn: string, decision: string) => `ITN ${itn} was decided: ${decision}.`,
  decisions: {
    A: 'approved',
    D: 'denied',
    I: 'additional info needed',
    O: 'special handling',
  },

  afterUnknown:
    'No decision with the id of `after` was told. Send the id of the last one that you took in, or none to begin at the first.',

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
