const listed = (items: readonly string[]) => new Intl.ListFormat('en-US').format(items)

/** Every sentence of the server's own workings that an operator can meet: what is wrong, what to do. */
export const messages = {
  databaseLost:
    'The connection to the database broke. Check that it runs and that its disk has room, then try again. What was finished before is kept.',
  databaseFull:
    'The disk of the database is full. Make room on it (it is that of DATA_DIR, unless DATABASE_URL is set), then try again. What was finished before is kept.',

  oldServer: (major: number, oldest: number) =>
    `The database in DATABASE_URL is PostgreSQL ${major}, and the portal needs ${oldest} or newer. Upgrade it, or name another one.`,
  mayNotMakeRole:
    'The role in DATABASE_URL may not make the role the portal serves under. Type as an administrator of that database: create role portal_app nologin; grant portal_app to the role in DATABASE_URL;',
  refusesLogin: 'The database in DATABASE_URL refuses the user name or password. Check both.',
  noDatabase: 'The database that DATABASE_URL names does not exist. Make it, or name another one.',
  noConnectionLeft:
    'The database in DATABASE_URL has no connection left. Close others, or raise its max_connections.',
  unreachable: (code = 'no answer') =>
    `The database in DATABASE_URL cannot be reached (${code}). Check its address and that it runs.`,
  loginPassesRowSecurity:
    'The role in DATABASE_URL is a superuser or has BYPASSRLS, so row-level security could not keep clients apart. Name a role that is neither; docs/going-to-production.md shows how to create it.',
  loginIsServingRole:
    'The role in DATABASE_URL is portal_app, or portal_app is a member of it, so sessions that serve could do all that the owner can. Name an owner of its own; docs/going-to-production.md shows how to create it.',
  noTls:
    'The database server in DATABASE_URL does not offer TLS. Turn it on there (ssl = on), or remove sslmode from DATABASE_URL if the connection stays on this machine.',
  cannotStepDown: (role: string) =>
    `The database session cannot take the role ${role}. As an administrator of the database, run: grant ${role} to the role in DATABASE_URL;`,
  passesRowSecurity: (role: string) =>
    `The database session runs as ${role}, which bypasses row-level security, so the portal refuses it. As an administrator of the database, run: alter role portal_app nosuperuser nobypassrls;`,
  transactionPooling:
    'The connection pooler in DATABASE_URL assigns a different server session to each transaction. The portal needs session pooling (PgBouncer: pool_mode = session), or the address of PostgreSQL itself.',
  poolerRefuses: (reason: string) =>
    `The server in DATABASE_URL refuses the portal's sessions: ${reason}. If it is PgBouncer, set pool_mode = session.`,
  standby: 'This database server is a standby: it accepts no writes.',
  onlyStandbys:
    'None of the servers in DATABASE_URL accepts writes: they are standbys, or cannot be reached. Add the primary, or promote one.',
  migrationFailed: (name: string, reason: string) =>
    `Migration ${name} failed, and nothing of it was kept: ${reason}. Mend what it names, then start again.`,
  newerDatabase: (name: string) =>
    `The database was migrated by a newer portal: this one does not know its migration ${name}. Start the newer one, or name another database.`,

  production: {
    nodeEnv: 'NODE_ENV is production',
    databaseUrl: 'DATABASE_URL is set',
    host: (host: string) => `HOST is ${host}`,
    publicUrl: (address: string) => `PUBLIC_URL is ${address}`,
    noIssuer:
      'OIDC_ISSUER: is not set, and the development sign-in has public passwords. For example: OIDC_ISSUER=https://login.example.com/tenant/v2.0',
    noPublicUrl:
      'PUBLIC_URL: is not an https address, so session cookies would not be secure. For example: PUBLIC_URL=https://portal.example.com',
    noMailServer:
      'SMTP_URL: is not set, and the development mailbox delivers nothing. For example: SMTP_URL=smtp://portal:secret@mail.example.com:587?requireTLS=true',
    demoData:
      'DEMO_DATA: is on, and the demonstration accounts have public passwords. For example: DEMO_DATA=off',
    refused: (reasons: readonly string[], faults: readonly string[]) =>
      [
        `The production rules apply because ${listed(reasons)}. Before the portal can start, set:`,
        ...faults.map((fault) => `  ${fault}`),
        'docs/going-to-production.md explains each of them. For a trial with made-up data only, set ALLOW_INSECURE_TRIAL=on: everyone who can reach the portal can then sign in with public passwords.',
      ].join('\n'),
    demonstrationInside:
      'The database contains the demonstration data, which the production rules do not allow because its accounts have public passwords. Start with an empty database (another DATABASE_URL or DATA_DIR). For a trial with made-up data only, set ALLOW_INSECURE_TRIAL=on.',
    openAccounts: (names: readonly string[]) =>
      `These member accounts still use the public demonstration password: ${names.join(', ')}. Give each a new password with \`npm run portal -- members reset NAME\`, or close it with \`npm run portal -- members disable NAME\`, then start again.`,
    trial: (reasons: readonly string[]) =>
      `WARNING: ALLOW_INSECURE_TRIAL is on, although ${listed(reasons)}. Everyone who can reach this portal can sign in with public passwords and read all of its data. Never use it with data of real people.`,
    plainDatabase:
      'WARNING: DATABASE_URL connects to another machine without TLS: patient data and the password travel unencrypted. Add ?sslmode=verify-full.',
    plainGeocoder:
      'WARNING: GEOCODER_URL is not an https address: the addresses that people type travel unencrypted.',
  },

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
    notDatabaseAddress:
      'is not an address that begins with postgres:// or postgresql://; separate several hosts with commas',
    notSessionTarget: 'has a target_session_attrs that is neither read-write nor primary',
    notEmail: 'is not an e-mail address',
    notMailServer: 'is not an address that begins with smtp:// or smtps://',
    notMailSender: 'is neither an e-mail address nor a name with one',
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
