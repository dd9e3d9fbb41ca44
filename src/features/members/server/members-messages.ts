import { portalCommand } from '#platform/config/portal-command.ts'

/** Makes typed text safe to print: escapes control and format characters, which could control the terminal. */
const printable = (typed: string) =>
  typed
    .trim()
    .replaceAll(
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )

/** CLI output and errors about member accounts. */
export const messages = {
  badName: (name: string) =>
    `"${printable(name)}" is not a valid name. Use up to 100 letters, digits, ".", "_", "@" and "-", starting with a letter or digit.`,
  nameTaken: (name: string) =>
    `The account ${name} already exists. Choose another name, or set a new password with \`${portalCommand} members reset ${name}\`.`,
  unknown: (name: string) =>
    `No account is named ${printable(name)}. \`${portalCommand} members list\` shows all accounts.`,
  unknownClient: (id: string) =>
    `No client has the ID ${printable(id)}. \`${portalCommand} clients export\` shows all clients.`,
  tooShort: (min: number, has: number) =>
    `A password must have at least ${min} characters; this one has ${has}. A phrase of several words is easy to remember.`,
  tooLong: (max: number) => `A password can have at most ${max} characters.`,
  unsendable:
    'A password cannot contain line breaks, tabs or other control characters: members could not type it to log in.',
  easilyGuessed:
    'This password is too easy to guess: it is mostly common passwords, sequences, repetitions, or the name of the account or client. Use several unrelated words.',
  noPassword:
    'No password given. Type it at the prompt, pipe it to standard input, or use --generate to create one.',
  onlyName:
    'Do not put the password on the command line, where other users of this machine could read it. Type it at the prompt, pipe it to standard input, or use --generate to create one.',
  notTheSame: 'The two passwords do not match. Nothing was changed.',
  password: (min: number) => `Password (at least ${min} characters, not shown): `,
  again: 'Repeat the password: ',
  made: (name: string, client: string) => `Members of ${client} can log in as ${printable(name)}.`,
  reset: (name: string) => `The account ${printable(name)} has a new password; its sessions have ended.`,
  disabled: (name: string) =>
    `The account ${printable(name)} is disabled and its sessions have ended. To enable it again: \`${portalCommand} members enable ${printable(name)}\`.`,
  enabled: (name: string) => `Members can log in as ${printable(name)} again.`,
  sessions: (id: string, address: string, startedAt: string, seenAt: string) =>
    `${id}  ${address}  since ${startedAt}, last used ${seenAt}`,
  noSessions: (name: string) => `The account ${printable(name)} has no sessions.`,
  noSession: (name: string, id: string) =>
    `The account ${printable(name)} has no active session ${printable(id)}. \`${portalCommand} members sessions ${printable(name)}\` lists its sessions.`,
  ended: (name: string, sessions: number) =>
    `Ended ${sessions === 1 ? '1 session' : `${sessions} sessions`} for ${printable(name)}.`,
  madeInitial: (name: string, client: string) =>
    `The account ${printable(name)} of ${client} exists. Members can log in once staff of the client have replaced its initial password.`,
  generated: (password: string, until: string) =>
    `Initial password, shown only once; the portal stores only its hash:\n${password}\nUntil ${until}, staff of the client who have the right (\`${portalCommand} staff grant WHO --members\`) replace it on the page "Member accounts". Members cannot log in with it.`,
  isInitial: (until: string, hasExpired: boolean) =>
    hasExpired ? `initial password expired ${until}` : `initial password until ${until}`,
  wasInitial: (name: string) =>
    `This is the initial password of ${printable(name)}, which was only meant to be replaced. Choose another one.`,
  since: (at: string) => `password since ${at}`,
  isDisabled: (at: string) => `disabled ${at}`,
  clientClosed: 'client closed',
  howToLogIn: (names: readonly string[], password: string) =>
    `Members log in at /client-member-page/login as ${names.join(', ')} with the password ${password}.`,
  sampleCard: (card: { policy: string; firstName: string; lastName: string; dateOfBirth: string }) =>
    `Sample ID card: policy ${card.policy}, ${card.firstName} ${card.lastName}, born ${card.dateOfBirth}.`,
  none: `No member accounts yet. Create one with \`${portalCommand} members create NAME --client ID\`.`,
  noneForClient: (client: string) =>
    `${client} has no member accounts yet. Create one with \`${portalCommand} members create NAME --client ${client}\`.`,
} as const
