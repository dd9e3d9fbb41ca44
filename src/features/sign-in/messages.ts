const formatLeft = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} left`

/** User-facing text of sign-in and sessions; the specification's wording where it gives one. */
export const messages = {
  ticketSpent: 'This document link was already used or has expired. Open the document again from its page.',
  inProgress: 'Authentication in progress',
  tokenFailed: 'Error retrieving authentication token',
  cookieAdvice:
    'You signed in, but your browser blocked the cookie. Allow cookies for this site, then try again.',
  awayAdvice: 'We can’t reach the portal. Check your connection, then try again.',
  tryAgain: 'Try again',
  portalLogin: 'Portal Login',
  loggingOut: 'Logging out',
  errorOccurred: 'An Error Occurred',
  logoutFailed:
    'You’re logged out on this browser, but we couldn’t reach the portal to end your session. Please try again.',
  reference: (reference: string) => `Reference: ${reference}`,
  refused: {
    'no-client': ['Your account isn’t linked to a company.', 'Ask your IT administrator to link it.'],
    'unknown-client': ['Your company isn’t set up in the portal.', 'Contact customer service to set it up.'],
    'client-disabled': [
      'Your company’s access to the portal is currently off.',
      'Contact customer service for details.',
    ],
    'person-disabled': [
      'Your access to the portal has been turned off.',
      'If you think this is a mistake, contact customer service.',
    ],
    cancelled: ['The sign-in was canceled.', 'You can log in again at any time.'],
    'provider-away': ['We can’t reach your sign-in service right now.', 'Please try again in a few minutes.'],
    failed: ['We couldn’t sign you in.', 'Please try again. If it happens again, contact customer service.'],
  },
  warning: {
    title: 'Your session is about to end',
    ends: 'For your security, we’ll log you out soon. Do you need more time?',
    left: (seconds: number) =>
      `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} minutes left`,
    spoken: (seconds: number) =>
      seconds >= 60 ? formatLeft(Math.round(seconds / 60), 'minute') : formatLeft(seconds, 'second'),
    stay: 'Stay logged in',
    logout: 'Logout',
  },
  clientMissing: 'Specify the client in the client-id header.',
  unknownClient: 'Client not found.',
  providerAway: "The identity provider's keys are unavailable. Send the logout token again later.",
  logoutToken: {
    invalid: 'The logout token is not valid for this portal.',
    replayed: 'The logout token has already been used.',
  },
  demoAccounts: (names: readonly string[], password: string) =>
    `Sign in as ${names.join(', ')} with the password ${password} (development sign-in, not for production).`,
  login: {
    title: 'Sign in',
    username: 'Username',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'That username or password isn’t right. Please try again.',
    development: 'This is the development sign-in. Accounts:',
    passwordIs: 'Password for every account:',
  },
  logout: { title: 'Signing out', submit: 'Sign out' },
  staff: {
    noName: 'Specify the person by ID, email address or subject.',
    foreignCodes: (who: string, codes: readonly string[], client: string) =>
      `${who} belongs to ${client}, which does not have ${codes.join(', ')}. Specify codes of ${client}.`,
    blankCode: 'One of the codes is blank. Enter them as CODE,CODE.',
    grantNothing: 'Specify what to grant: --codes CODE,CODE or --decide.',
    revokeNothing: 'Specify what to revoke: --codes CODE,CODE, --all-codes or --decide.',
    unknownPerson: (who: string) =>
      `No one matches "${who}". Use a name, ID, email address or subject from \`npm run portal -- staff list\`.`,
    severalPeople: (who: string, people: readonly string[]) =>
      [`"${who}" matches several people. Use one of these IDs:`, ...people].join('\n    '),
    disabled: (person: string, sessions: number) =>
      `Disabled; sessions ended: ${sessions}. To allow sign-in again: \`npm run portal -- staff enable ID\`.\n    ${person}`,
    disabledSince: (at: string) => `disabled since ${at}`,
    enabled: (person: string) => `Enabled: this person can sign in again.\n    ${person}`,
    ended: (person: string, sessions: number) => `Sessions ended: ${sessions}.\n    ${person}`,
    noSessions: 'no session',
    noSession: (who: string, id: string) =>
      `${who} has no active session ${id}. \`npm run portal -- staff sessions\` lists all sessions.`,
    since: (startedAt: string, renewedAt: string) => `since ${startedAt}, last renewed ${renewedAt}`,
    unknownCodes: (codes: readonly string[]) => `Unknown client code: ${codes.join(', ')}.`,
    lastCode: (who: string) =>
      `That is the last code ${who} has; revoking it would give access to every code of the client. Grant another code first, or remove the restriction with --all-codes.`,
    granted: (who: string, what: string) => `${who} now has: ${what}.`,
    everyCode: 'every code of the client',
    onlyCodes: (codes: readonly string[]) => `only ${codes.join(', ')}`,
    mayDecide: 'can decide authorizations',
    decidesByClient: 'can decide authorizations only if the client allows all of its staff to',
    noStaff: 'No one has signed in yet.',
  },
  service: {
    tokenNeeded: 'Send a valid service token in the header: Authorization: Bearer SERVICE_TOKEN.',
    badName: (name: string) =>
      `"${name}" is not a valid name. Use lowercase letters, digits and "-", starting with a letter or digit.`,
    nameTaken: (name: string) =>
      `A token named ${name} already exists or was revoked. Choose another name, or rotate an existing token with \`npm run portal -- service rotate NAME\`.`,
    unknown: (name: string) =>
      `No token is named ${name}. \`npm run portal -- service list\` shows all tokens.`,
    wasRevoked: (name: string) => `The token ${name} was revoked. Create one with another name.`,
    unknownClients: (ids: readonly string[]) => `Unknown client: ${ids.join(', ')}.`,
    noClient: 'Enter client IDs separated by commas.',
    notHours: 'Enter a whole number of hours, at most 999.',
    made: (name: string, token: string) =>
      `Token for ${name}, shown only once; the portal stores only its hash:\n${token}`,
    rotated: (name: string, token: string, hours: number) =>
      `New token for ${name}, shown only once. The old token ${hours > 0 ? `works for ${hours} more ${hours === 1 ? 'hour' : 'hours'}` : 'no longer works'}:\n${token}`,
    revoked: (name: string) => `The token ${name} is revoked.`,
    everyClient: 'every client',
    since: (at: string) => `since ${at}`,
    revokedAt: (at: string) => `revoked ${at}`,
    none: 'No tokens yet.',
  },
} as const
