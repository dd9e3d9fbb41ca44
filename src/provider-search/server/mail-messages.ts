/** Every sentence of the e-mails that the provider search sends. */
export const mailMessages = {
  feedbackSubject: (provider: string) => `Provider feedback: ${provider}`,
  feedbackProvider: 'Provider',
  feedbackSearch: 'Search',
  feedbackName: 'From',
  feedbackEmail: 'Email',

  providersSubject: (count: number, company: string) =>
    `${count === 1 ? 'A medical provider' : `${count} medical providers`} from ${company}`,
  providersFrom: (user: string, company: string) =>
    `Somebody who gave the name “${user}” selected these medical providers for you in the provider search of ${company}:`,
  number: '#',
  provider: 'Provider',
  address: 'Address',
  phone: 'Phone',
  fax: 'Fax',
  providerType: 'Type',
  network: 'Network',
  callFirst: 'Please call a provider before you go there: what is listed can change.',
  questions: (email: string) => `Questions? Customer service is there around the clock: ${email}`,
  unexpected: 'If you did not expect this e-mail, you need not do anything.',
} as const
