import { portalCommand } from '#platform/config/portal-command.ts'

/** Text of the `staff` commands. */
export const staffMessages = {
  noPerson: 'Specify the person by ID, email address or subject.',
  noPersonOrName: 'Specify the person by name, ID, email address or subject.',
  foreignCodes: (who: string, codes: readonly string[], client: string) =>
    `${who} belongs to ${client}, which does not have ${codes.join(', ')}. Specify codes of ${client}.`,
  blankCode: 'One of the codes is blank. Enter them as CODE,CODE.',
  grantNothing: 'Specify what to grant: --codes CODE,CODE, --decide, --audit or --members.',
  revokeNothing: 'Specify what to revoke: --codes CODE,CODE, --all-codes, --decide, --audit or --members.',
  unknownPerson: (who: string) =>
    `No one matches "${who}". Use a name, ID, email address or subject from \`${portalCommand} staff list\`.`,
  unknownEmail: (email: string) =>
    `Nobody with this email address has signed in: "${email}". Use it after the person's first sign-in, or use the subject that the identity provider sends.`,
  severalPeople: (who: string, people: readonly string[]) =>
    [`"${who}" matches several people. Use one of these IDs:`, ...people].join('\n    '),
  disabled: (person: string, sessions: number) =>
    `Disabled; sessions ended: ${sessions}. To allow sign-in again: \`${portalCommand} staff enable ID\`.\n    ${person}`,
  disabledSince: (at: string) => `disabled since ${at}`,
  enabled: (person: string) => `Enabled: this person can sign in again.\n    ${person}`,
  ended: (person: string, sessions: number) => `Sessions ended: ${sessions}.\n    ${person}`,
  noSessions: 'no session',
  noSession: (who: string, id: string) =>
    `${who} has no active session ${id}. \`${portalCommand} staff sessions\` lists all sessions.`,
  since: (startedAt: string, renewedAt: string) => `since ${startedAt}, last renewed ${renewedAt}`,
  fromScim: (who: string) =>
    `${who} has the rights that the identity provider gives through SCIM. Change the groups there, or take the person out of SCIM first: \`${portalCommand} staff release ID\`.`,
  disabledByScim: (who: string) =>
    `The identity provider has deactivated or removed ${who}. Activate the account there, or take the person out of SCIM first: \`${portalCommand} staff release ID\`.`,
  notFromScim: (who: string) => `No identity provider has sent ${who} through SCIM.`,
  released: (person: string, sessions: number) =>
    `Released from SCIM, and disabled; sessions ended: ${sessions}. Check the rights before \`${portalCommand} staff enable ID\`: without a code, the person sees every code of the client.\n    ${person}`,
  unknownCodes: (codes: readonly string[]) => `Unknown client code: ${codes.join(', ')}.`,
  lastCode: (who: string) =>
    `That is the last code ${who} has; revoking it would give access to every code of the client. Grant another code first, or remove the restriction with --all-codes.`,
  granted: (who: string, what: string) => `${who} now has: ${what}.`,
  everyCode: 'every code of the client',
  onlyCodes: (codes: readonly string[]) => `only ${codes.join(', ')}`,
  mayDecide: 'can decide authorizations',
  mayAudit: 'can read the audit trail',
  managesMembers: 'can change the passwords of member accounts',
  decidesByClient: 'can decide authorizations only if the client allows all of its staff to',
  given: (at: string | undefined, by: string | null, rights: readonly string[]) =>
    `${rights.join(', ')}: given ${at ?? 'at an unknown time'} by ${by ?? 'an unknown actor; see the audit trail'}`,
  noStaff: 'No one has signed in yet.',
} as const

/** Text of service tokens and the `service` commands. */
export const serviceMessages = {
  tokenNeeded: 'Send a valid service token in the header: Authorization: Bearer SERVICE_TOKEN.',
  badName: (name: string) =>
    `"${name}" is not a valid name. Use lowercase letters, digits and "-", starting with a letter or digit.`,
  nameTaken: (name: string) =>
    `A token named ${name} already exists or was revoked. Choose another name, or rotate an existing token with \`${portalCommand} service rotate NAME\`.`,
  unknown: (name: string) => `No token is named ${name}. \`${portalCommand} service list\` shows all tokens.`,
  wasRevoked: (name: string) => `The token ${name} was revoked. Create one with another name.`,
  unknownClients: (ids: readonly string[]) => `Unknown client: ${ids.join(', ')}.`,
  makeRenamed: '`service make` is now `service create`. The old name will stop working with a later version.',
  notBoth: '--clients is for tokens of programs, and --provider only for --may scim.',
  unknownProvider: (name: string) =>
    `OIDC_PROVIDERS has no identity provider named ${name}. Without --provider, the token is for OIDC_ISSUER.`,
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
  used: (at: string) => `last used ${at}`,
  none: 'No tokens yet.',
} as const

/** Text of the `signing-key` command. */
export const signingKeyMessages = {
  rotated: 'The portal will use the new key within two minutes. No one has to sign in again.',
  ended: (sessions: number) =>
    `Replaced the key and ended ${sessions} ${sessions === 1 ? 'session' : 'sessions'}. Every portal rejects the old key within 30 seconds.`,
} as const
