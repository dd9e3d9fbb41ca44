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
} as const
