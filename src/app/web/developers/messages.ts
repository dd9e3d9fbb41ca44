/** Every sentence of the page for developers. */
export const messages = {
  developersLead: 'Every call of this portal, as its server describes it. For programs:',
  calls: 'Calls',
  takes: 'Takes',
  answers: 'Answers',
  fieldColumns: ['Field', 'Where', 'Type', 'Present'],
  always: 'always',
  sometimes: 'optional',
  access: {
    public: 'Open to everybody',
    'by-definition': 'As the provider search allows',
    session: 'Whoever has the cookie of a session',
    member: 'Signed-in members',
    staff: 'Signed-in staff',
    internal: 'Internal staff',
    service: 'Other programs, with a token',
  } as Readonly<Record<string, string>>,
  loadingCalls: 'Loading the list of calls',
  callsFailed: 'An error occurred retrieving the list of calls',
} as const
