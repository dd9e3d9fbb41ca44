import { caseEventLabels } from '../../view-messages.ts'

/** Text of the Case Activity report. */
export const messages = {
  counted:
    'Cases by date entered; records and documents by date added; bills by date processed; notes by date written',
  kinds: caseEventLabels,
  active: 'Active cases',
  explanation: 'A case is active if it, or anything in it, is dated within the period.',
  newest: 'Cases with the newest activity',
  newestNote: (shown: number, all: number) =>
    `Shows ${shown} of ${all.toLocaleString('en-US')} cases. The PDF lists all of them.`,
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
