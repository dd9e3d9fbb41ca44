/** Text of the start page; uses the specification's wording where it gives one. */
export const messages = {
  portalLogin: 'Portal Login',
  memberLogin: 'Member Login',
  sessionExpired: 'You have been logged out because your session has expired. Please log back in.',
  welcomeTitle: 'Welcome',
  welcome: (company: string) => `Welcome to ${company}`,
  welcomeLead: 'Find a doctor, hospital or clinic in our networks, close to where you are.',
  domesticLead: 'Doctors, hospitals and facilities in the United States, by ZIP code, city or name.',
  internationalLead: 'Doctors, hospitals and facilities around the world, by country and city.',
  helpTitle: 'Need help finding care?',
  help: 'Customer service is here 24/7:',
} as const
