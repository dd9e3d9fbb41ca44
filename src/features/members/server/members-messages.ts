/** A text that somebody typed, as a terminal can show it: what would steer the terminal stands as its number. */
const shown = (typed: string) =>
  typed
    .trim()
    .replaceAll(
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )

/** Every sentence about member accounts that an operator can meet. */
export const messages = {
  badName: (name: string) =>
    `"${shown(name)}" cannot be a name: letters, digits, ".", "_", "@" and "-", beginning with a letter or digit, at most 100.`,
  nameTaken: (name: string) =>
    `There is an account ${name} already. Choose another name, or give it a new password with \`npm run portal -- members reset ${name}\`.`,
  unknown: (name: string) =>
    `There is no account ${shown(name)}. \`npm run portal -- members list\` shows them.`,
  unknownClient: (id: string) =>
    `There is no client ${shown(id)}. \`npm run portal -- clients export\` shows them.`,
  tooShort: (least: number, has: number) =>
    `A password has at least ${least} characters; this one has ${has}. A sentence of several words is easy to remember.`,
  tooLong: (most: number) => `A password has at most ${most} characters.`,
  unsendable:
    'A password has no line breaks, tabs or other control characters: nobody could type it where members log in.',
  easilyGuessed:
    'This password is too easy to guess: it consists mostly of common passwords, sequences, repetitions, or the name of the account or client. Use several unrelated words.',
  noPassword:
    'No password was given. Type it at the prompt, send it to the standard input, or let one be made with --generate.',
  onlyName:
    'Only the name is given with the command, never a password, which others on this machine could read there. Type it at the prompt, send it to the standard input, or let one be made with --generate.',
  notTheSame: 'The two passwords are not the same. Nothing was changed.',
  password: (least: number) => `Password (at least ${least} characters, not shown): `,
  again: 'The same again: ',
  made: (name: string, client: string) => `Members of ${client} can log in as ${shown(name)}.`,
  reset: (name: string) => `The account ${shown(name)} has a new password; its sessions have ended.`,
  disabled: (name: string) =>
    `The account ${shown(name)} is disabled and its sessions have ended. Open it again with \`npm run portal -- members enable ${shown(name)}\`.`,
  enabled: (name: string) => `Members can log in as ${shown(name)} again.`,
  sessions: (id: string, address: string, startedAt: string, seenAt: string) =>
    `${id}  ${address}  since ${startedAt}, last used ${seenAt}`,
  noSessions: (name: string) => `The account ${shown(name)} has no session.`,
  noSession: (name: string, id: string) =>
    `The account ${shown(name)} has no active session ${shown(id)}. \`npm run portal -- members sessions ${shown(name)}\` lists them.`,
  ended: (name: string, sessions: number) =>
    `Ended ${sessions === 1 ? '1 session' : `${sessions} sessions`} of ${shown(name)}.`,
  generated: (password: string) =>
    `The password. It is shown this once; the portal keeps only its hash:\n${password}`,
  since: (at: string) => `password since ${at}`,
  isDisabled: (at: string) => `disabled ${at}`,
  clientClosed: 'client closed',
  howToLogIn: (names: readonly string[], password: string) =>
    `Members log in at /client-member-page/login as ${names.join(', ')} with the password ${password}.`,
  cardToTry: (card: { policy: string; firstName: string; lastName: string; dateOfBirth: string }) =>
    `An ID card to try: policy ${card.policy}, ${card.firstName} ${card.lastName}, born ${card.dateOfBirth}.`,
  none: 'There is no member account yet. Make one with `npm run portal -- members create NAME --client ID`.',
  noneOf: (client: string) =>
    `${client} has no member account yet. Make one with \`npm run portal -- members create NAME --client ${client}\`.`,
} as const
