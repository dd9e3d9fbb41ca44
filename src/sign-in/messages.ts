/** Every sentence of sign-in and sessions that a person can meet, word for word as specified. */
export const messages = {
  clientMissing: 'Name the client in the client-id header.',
  unknownClient: 'There is no such client.',
  noIssuerInProduction:
    'OIDC_ISSUER: is not set, and the development sign-in with its public passwords does not run in production. For example: OIDC_ISSUER=https://login.example.com/tenant/v2.0',
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
    grantNothing: 'Say what to grant: --codes CODE,CODE or --decide.',
    revokeNothing: 'Say what to revoke: --codes CODE,CODE, --all-codes or --decide.',
    unknownPerson: (who: string) =>
      `Nobody is known as "${who}". Name a person by id, e-mail address or subject, as \`portal staff list\` shows them.`,
    severalPeople: (who: string, ids: readonly string[]) =>
      `"${who}" are several people. Name one of them by id: ${ids.join(', ')}.`,
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
} as const
