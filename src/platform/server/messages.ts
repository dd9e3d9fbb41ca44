/** Every sentence of the server's own workings that an operator can meet: what is wrong, what to do. */
export const messages = {
  databaseLost:
    'The connection to the database broke. Check that it runs and that its disk has room, then try again. What was finished before is kept.',
  databaseFull:
    'The disk of the database is full. Make room on it (it is that of DATA_DIR, unless DATABASE_URL is set), then try again. What was finished before is kept.',

  wrongSetting: (name: string, value: string, fault: string, example: string) =>
    `${name}: ${value} ${fault}. For example: ${name}=${example}`,
  settingFaults: {
    secretValue: 'Its value',
    blank: 'is blank',
    notNumber: 'is not a whole number',
    below: (least: number) => `is below ${least}`,
    above: (most: number) => `is above ${most}`,
    aboveEmbedded: (most: number) => `is above ${most}, which is as many as the embedded database has for it`,
    notOnOff: 'is neither on nor off',
    notWebAddress: 'is not an address that begins with http:// or https://',
    notDatabaseAddress: 'is not an address that begins with postgres:// or postgresql://',
    notEmail: 'is not an e-mail address',
    notDate: 'is not a date',
    notLevel: 'is not a level',
    notTimeZone: 'is not a time zone',
    notHost: 'is neither an address nor the name of a host',
    notHostName: 'is not the name of a host',
    notAddress: 'is neither an address nor a CIDR range',
    everybody: 'names every address there is: then anybody could pass for anybody',
    notLink: 'is not a label and an address',
  },
} as const
