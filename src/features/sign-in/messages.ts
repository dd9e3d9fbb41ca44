/** Every sentence of sign-in and sessions that a person can meet, word for word as specified. */
export const messages = {
  ticketSpent:
    'The link to this document was used already, or is too old. Open the document again from its page.',
  inProgress: 'Authentication in progress',
  tokenFailed: 'Error retrieving authentication token',
  cookieAdvice:
    'You signed in, but the portal could not keep the sign-in. Please allow cookies for this site, then try again.',
  awayAdvice: 'The portal cannot be reached. Please check your connection, then try again.',
  tryAgain: 'Try again',
  portalLogin: 'Portal Login',
  loggingOut: 'Logging out',
  errorOccurred: 'An Error Occurred',
  logoutFailed:
    'You are logged out in this browser, but the portal could not be told. Please try again, so that nobody else can go on from here.',
  reference: (reference: string) => `Reference: ${reference}`,
  refused: {
    'no-client': [
      'Your account does not say which company you work for.',
      'Please ask those who look after your company’s accounts to add it.',
    ],
    'unknown-client': [
      'The portal does not know the company that your account belongs to.',
      'Please ask customer service to set it up.',
    ],
    'client-disabled': [
      'The portal is closed for your company at present.',
      'Customer service can tell you more.',
    ],
    'person-disabled': [
      'Your access to the portal has been closed.',
      'If you think this is a mistake, please contact customer service.',
    ],
    cancelled: ['The sign-in was cancelled.', 'You can log in again whenever you like.'],
    'provider-away': [
      'The service where you sign in cannot be reached at present.',
      'Please try again in a few minutes.',
    ],
    failed: [
      'The sign-in did not work.',
      'Please try again. If it happens again, customer service will help you.',
    ],
  },
  warning: {
    title: 'Your session is about to end',
    ends: 'For your safety you will be logged out soon. Do you want to go on?',
    left: (seconds: number) =>
      `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} minutes left`,
    spoken: (seconds: number) =>
      seconds >= 60 ? `${Math.round(seconds / 60)} minutes left` : `${seconds} seconds left`,
    goOn: 'Go on',
    logout: 'Logout',
  },
  clientMissing: 'Name the client in the client-id header.',
  unknownClient: 'There is no such client.',
  providerAway: "The identity provider's keys are unavailable. Send the logout token again later.",
  logoutToken: {
    invalid: 'The logout token is not valid for this portal.',
    replayed: 'The logout token has already been used.',
  },
  demonstrationAccounts: (names: readonly string[], password: string) =>
    `Sign in as ${names.join(', ')} with the password ${password} (development sign-in; not for production).`,
  login: {
    title: 'Sign in',
    username: 'Username',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'The username or the password is wrong. Please try again.',
    development: 'This is the sign-in for development. The accounts are',
    passwordIs: 'The password of each is',
  },
  logout: { title: 'Signing out', submit: 'Sign out' },
  staff: {
    noName: 'Name the person: by id, e-mail address or subject.',
    foreignCodes: (who: string, codes: readonly string[], client: string) =>
      `${who} is of ${client}, which does not have ${codes.join(', ')}: the narrowing would leave nothing to see. Name codes of ${client}.`,
    blankCode: 'One of the codes is blank. Write them as CODE,CODE.',
    grantNothing: 'Say what to grant: --codes CODE,CODE or --decide.',
    revokeNothing: 'Say what to revoke: --codes CODE,CODE, --all-codes or --decide.',
    unknownPerson: (who: string) =>
      `No one matches "${who}". Use a name, id, e-mail address or subject from \`portal staff list\`.`,
    severalPeople: (who: string, people: readonly string[]) =>
      [`"${who}" matches several people. Use one of these ids:`, ...people].join('\n    '),
    disabled: (person: string, sessions: number) =>
      `Disabled; sessions ended: ${sessions}. Sign-ins are refused until \`npm run portal -- staff enable ID\`.\n    ${person}`,
    disabledSince: (at: string) => `disabled since ${at}`,
    enabled: (person: string) => `Enabled: this person can sign in again.\n    ${person}`,
    ended: (person: string, sessions: number) => `Sessions ended: ${sessions}.\n    ${person}`,
    noSessions: 'no session',
    noSession: (who: string, id: string) =>
      `${who} has no active session ${id}. \`npm run portal -- staff sessions\` lists them.`,
    since: (startedAt: string, renewedAt: string) => `since ${startedAt}, last renewed ${renewedAt}`,
    unknownCodes: (codes: readonly string[]) => `There is no client code ${codes.join(', ')}.`,
    lastCode: (who: string) =>
      `Without that code ${who} would be narrowed to none, which opens every code of the client. Grant another code first, or lift the narrowing with --all-codes.`,
    granted: (who: string, what: string) => `${who} now has: ${what}.`,
    everyCode: 'every code of the client',
    onlyCodes: (codes: readonly string[]) => `only ${codes.join(', ')}`,
    mayDecide: 'may decide authorizations',
    decidesByClient: 'decides authorizations only where the client lets all of its staff',
    nobody: 'Nobody has signed in yet.',
  },
  service: {
    tokenNeeded: 'Send a service token that lives in the Authorization header: Bearer and the token.',
    badName: (name: string) =>
      `"${name}" cannot be a name: small letters, digits and "-", beginning with a letter or digit.`,
    nameTaken: (name: string) =>
      `There is or was a token named ${name}. Choose another name, or renew it with \`portal service rotate ${name}\`.`,
    unknown: (name: string) => `There is no token named ${name}. \`portal service list\` shows them.`,
    wasRevoked: (name: string) => `The token ${name} was revoked. Make one with another name.`,
    unknownClients: (ids: readonly string[]) => `There is no client ${ids.join(', ')}.`,
    noClient: 'Name clients by their ids, with commas between.',
    notHours: 'Give a whole number of hours, at most 999.',
    made: (name: string, token: string) =>
      `The token of ${name}. It is shown this once; the portal keeps only its hash:\n${token}`,
    rotated: (name: string, token: string, hours: number) =>
      `The new token of ${name}, shown this once. The former one ${hours > 0 ? `goes on for ${hours} hours` : 'has ended'}:\n${token}`,
    revoked: (name: string) => `The token ${name} has ended.`,
    everyClient: 'every client',
    since: (at: string) => `since ${at}`,
    revokedAt: (at: string) => `revoked ${at}`,
    none: 'No token was made yet.',
  },
} as const
