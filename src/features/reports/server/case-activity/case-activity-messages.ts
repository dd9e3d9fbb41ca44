/** Text of the Case Activity report. */
export const messages = {
  counted:
    'Cases by date entered; records and documents by date added; bills by date processed; notes by date written',
  kinds: {
    case: 'New cases',
    record: 'Medical records',
    document: 'Case documents',
    bill: 'Bills',
    note: 'Notes',
  },
  active: 'Active cases',
  overTime: {
    week: 'Activity by week',
    month: 'Activity by month',
    quarter: 'Activity by quarter',
    year: 'Activity by year',
  },
  starts: { week: 'Days', month: 'Month', quarter: 'Quarter', year: 'Year' },
  byClient: 'Activity by client',
  client: 'Client',
  all: 'All',
  list: 'Cases',
  columns: {
    incident: 'Incident #',
    patient: 'Patient',
    description: 'Description',
    entered: 'Entered',
    records: 'Records',
    documents: 'Documents',
    bills: 'Bills',
    notes: 'Notes',
    lastDay: 'Last activity',
  },
} as const
