import { portalCommand } from './portal-command.ts'

const listed = (items: readonly string[]) => new Intl.ListFormat('en-US').format(items)

const mayNotRead = 'this user may not read the file'

/** Operator messages of the server: what is wrong and what to do. */
export const messages = {
  databaseLost:
    'The connection to the database was lost. Check that the database is running and its disk has space, then try again. Completed work is saved.',
  databaseFull:
    'The database disk is full. Free up space (on the disk that holds DATA_DIR, unless DATABASE_URL is set), then try again. Completed work is saved.',

  oldServer: (major: number, oldest: number) =>
    `The database in DATABASE_URL is PostgreSQL ${major}, but the portal needs ${oldest} or newer. Upgrade it, or use another one.`,
  mayNotMakeRole:
    'The role in DATABASE_URL cannot create the application role. As an administrator of that database, run: create role portal_app nologin; grant portal_app to the role in DATABASE_URL;',
  refusesLogin: 'The database in DATABASE_URL rejected the user name or password. Check both.',
  notAdmitted:
    'The server in DATABASE_URL does not admit this user to this database. Check the user name, and the line of pg_hba.conf for this user, database and machine.',
  noDatabase: 'The database that DATABASE_URL names does not exist. Create it, or use another one.',
  noConnectionLeft:
    'The database in DATABASE_URL has no free connections. Close some, or raise max_connections.',
  unreachable: (code = 'no response') =>
    `The database in DATABASE_URL cannot be reached (${code}). Check its address and that it is running.`,
  loginPassesRowSecurity:
    'The role in DATABASE_URL is a superuser or has BYPASSRLS, so row-level security could not isolate clients. Use a role that is neither; docs/going-to-production.md shows how to create it.',
  loginIsServingRole:
    'The role in DATABASE_URL is portal_app, or portal_app is a member of it, so serving sessions would have all rights of the owner. Use a separate owner role; docs/going-to-production.md shows how to create it.',
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
  standby: 'This database server is a standby or read-only: it accepts no writes.',
  onlyStandbys:
    'None of the servers in DATABASE_URL accepts writes: they are standbys, read-only, or cannot be reached. Add the primary, or promote one.',
  migrationFailed: (name: string, reason: string) =>
    `Migration ${name} failed and was rolled back: ${reason}. Fix the cause and restart.`,
  migrationWaits: (name: string) =>
    `Migration ${name} needs a table that another transaction uses. Nothing is changed until it can run; it is tried again every few seconds. If this does not end, look in pg_stat_activity for sessions with an old xact_start.`,
  newerDatabase: (name: string) =>
    `The database was migrated by a newer portal: this version does not have its migration ${name}. Start the newer version, or use another database. To go back by one version after an upgrade, set ALLOW_NEWER_DATABASE=on.`,

  production: {
    nodeEnv: 'NODE_ENV is production',
    databaseUrl: 'DATABASE_URL is set',
    host: (host: string) => `HOST is ${host}`,
    publicUrl: (address: string) => `PUBLIC_URL is ${address}`,
    noIssuer:
      'OIDC_ISSUER is not set, and the development sign-in has public passwords. For example: OIDC_ISSUER=https://login.example.com/tenant/v2.0',
    noPublicUrl:
      'PUBLIC_URL is not an https address, so session cookies would not be secure. For example: PUBLIC_URL=https://portal.example.com',
    noMailServer:
      'SMTP_URL is not set, and the development mailbox delivers nothing. For example: SMTP_URL=smtp://portal:secret@mail.example.com:587?requireTLS=true',
    demoData: 'DEMO_DATA is on, and the demo accounts have public passwords. Set DEMO_DATA=off.',
    refused: (reasons: readonly string[], faults: readonly string[]) =>
      [
        `The production rules apply because ${listed(reasons)}. Before the portal can start, correct these settings:`,
        ...faults.map((fault) => `  ${fault}`),
        'docs/going-to-production.md explains each of them. For a trial with made-up data only, set ALLOW_INSECURE_TRIAL=on: anyone who can reach the portal can then sign in with public passwords.',
      ].join('\n'),
    demonstrationInside:
      'The database contains the demo data, which the production rules do not allow because its accounts have public passwords. Start with an empty database (another DATABASE_URL or DATA_DIR). For a trial with made-up data only, set ALLOW_INSECURE_TRIAL=on.',
    openAccounts: (names: readonly string[]) =>
      `These member accounts still use the public demo password: ${names.join(', ')}. Give each a new password with \`${portalCommand} members reset NAME\`, or disable it with \`${portalCommand} members disable NAME\`, then start again.`,
  },

  warnings: {
    notSetting: (name: string, meant?: string) =>
      `WARNING: ${name} is ignored, because the portal has no setting with this name.${meant ? ` Did you mean ${meant}?` : ''}`,
    madeUp: (names: readonly string[]) =>
      `WARNING: People see the made-up company of the demo, because ${listed(names)} ${names.length === 1 ? 'is' : 'are'} not set.`,
    noLegalLinks: 'WARNING: LEGAL_LINKS is empty, so no page has a link to your privacy notice.',
    trial: (reasons: readonly string[]) =>
      `WARNING: ALLOW_INSECURE_TRIAL is on, although ${listed(reasons)}. Anyone who can reach this portal can sign in with public passwords and read all of its data. Never use it with real data.`,
  },

  transport: {
    faults: {
      HOST: 'HOST accepts connections from other machines, and they would not be encrypted. Set TLS_CERTIFICATE_FILE and TLS_KEY_FILE, or HOST=127.0.0.1 behind a proxy on this machine. For example: TLS_CERTIFICATE_FILE=/etc/portal/tls/fullchain.pem',
      METRICS_HOST:
        'METRICS_HOST accepts connections from other machines, and they would not be encrypted. Set TLS_CERTIFICATE_FILE and TLS_KEY_FILE, or METRICS_HOST=127.0.0.1. For example: TLS_CERTIFICATE_FILE=/etc/portal/tls/fullchain.pem',
      DATABASE_URL:
        'DATABASE_URL connects to another machine without TLS, or without checking its certificate: others could read patient data and the password. For example: DATABASE_URL=postgres://portal:secret@db.example.com:5432/portal?sslmode=verify-full',
      DATABASE_REPLICA_URL:
        'DATABASE_REPLICA_URL connects to another machine without TLS, or without checking its certificate: others could read the password. For example: DATABASE_REPLICA_URL=postgres://portal:secret@replica.example.com:5432/portal?sslmode=verify-full',
      SMTP_URL:
        'SMTP_URL turns off TLS or the check of the certificate for a mail server on another machine: others could read mail and the password. For example: SMTP_URL=smtp://portal:secret@mail.example.com:587?requireTLS=true',
      AUDIT_STREAM_URL:
        'AUDIT_STREAM_URL connects to another machine without TLS: others could read and change audit entries. For example: AUDIT_STREAM_URL=syslog+tls://logs.example.com:6514',
      DOCUMENTS_URL:
        'DOCUMENTS_URL connects to another machine without TLS: others could read documents of patients. For example: DOCUMENTS_URL=s3://portal-documents?endpoint=https://s3.example.com',
      GEOCODER_URL:
        'GEOCODER_URL is not an https address: others could read the addresses that users enter. For example: GEOCODER_URL=https://nominatim.example.com',
    } as Readonly<Record<string, string>>,
    otherFault: (name: string) =>
      name.endsWith('HOST')
        ? `${name} accepts connections from other machines, and they would not be encrypted. For example: ${name}=127.0.0.1`
        : `${name} connects to another machine without TLS. For example: ${name}=https://${name.startsWith('AWS') ? 's3.example.com' : 'collector.example.com:4318'}`,
    plainIssuer: (name: string) =>
      `${name} has an issuer without https, which no sign-in accepts. For example: OIDC_ISSUER=https://login.example.com/tenant/v2.0`,
    unverified:
      'NODE_TLS_REJECT_UNAUTHORIZED is 0, so no certificate would be checked. Remove it; NODE_EXTRA_CA_CERTS adds your own authority. For example: NODE_EXTRA_CA_CERTS=/etc/ssl/acme-ca.pem',
    hint: (protection: string | undefined) =>
      protection === 'same-machine'
        ? 'NETWORK_PROTECTION=same-machine covers only the names of containers, such as db.'
        : protection
          ? `NETWORK_PROTECTION=${protection} covers only private addresses, such as 10.0.0.7, and names that only a private network knows, such as db or db.internal.`
          : 'If the network encrypts what passes between private addresses, NETWORK_PROTECTION states how; for containers that share one machine, it is same-machine. For example: NETWORK_PROTECTION=wireguard',
    notice: (protection: string, names: readonly string[]) =>
      `Some connections between private addresses have no TLS, because NETWORK_PROTECTION is ${protection}. Affected settings: ${listed(names)}.`,
  },
  certificates: {
    half: 'TLS_CERTIFICATE_FILE and TLS_KEY_FILE must be set together, or neither of them. For example: TLS_CERTIFICATE_FILE=/etc/portal/tls/fullchain.pem and TLS_KEY_FILE=/etc/portal/tls/key.pem',
    notCertificate: 'is not a certificate in PEM',
    notKey: 'is not a private key in PEM without a password',
    otherKey: 'is the key of another certificate',
    damagedChain: 'has a damaged certificate in its chain, or other text',
    brokenChain:
      'has a chain in which a certificate is not followed by that of its issuer: one is missing, or they are in another order',
    notProtection: 'is neither wireguard, ipsec, service-mesh nor same-machine',
  },

  wrongSetting: (name: string, value: string, fault: string, example: string) =>
    `${name}: ${value} ${fault}. For example: ${name}=${example}`,
  secretFiles: {
    both: (name: string, fileVariable: string) =>
      `${name} and ${fileVariable} are both set. Remove one of them.`,
    unusable: (variable: string, path: string, reason: string) =>
      `${variable}: the file "${path}" cannot be used (${reason}). Name a file that the portal can read and that contains nothing else.`,
    unreadable: (variable: string, path: string) =>
      `${variable}: ${mayNotRead} "${path}". The user that the portal runs as needs permission to read it, or systemd hands it over (LoadCredential).`,
    mayNotRead,
    unreadableAdvice: `Run this command as the user that the portal runs as. If only root may read the file, because systemd hands it to the portal (LoadCredential), run it as root: sudo ${portalCommand} doctor`,
    notFile: 'it is not a file',
    empty: 'it is empty',
    tooLong: (bytes: number) => `it is longer than ${bytes.toLocaleString('en-US')} bytes`,
  },
  providers: {
    wrong: (faults: readonly string[]) => `is wrong (${faults.join('; ')})`,
    notList: 'it is not a JSON list of objects',
    noName: '"name" is missing or not made of small letters, digits and hyphens',
    noClients: '"clients" is not a list of client IDs',
    noDomains: '"domains" is not a list of email domains such as "alpine.example"',
    noIssuer: 'OIDC_ISSUER is missing',
    unknown: (key: string) => `"${key}" is not a setting of a provider`,
    notText: (key: string) => `"${key}" is not text in quotes`,
    repeated: (what: string) => `${what} occurs twice`,
    withoutIssuer:
      'OIDC_PROVIDERS is set without OIDC_ISSUER, the provider of everyone whom no other provider is for.',
    sameIssuer: 'OIDC_PROVIDERS contains the issuer of OIDC_ISSUER. Each issuer can be used once.',
  },
  replicaWithoutPrimary:
    'DATABASE_REPLICA_URL is set without DATABASE_URL, but the embedded database has no replicas.',
  columnsWithoutKeys: (name: string) =>
    `${name} is on without DOCUMENTS_KEYS_FILE, the file with the keys. Create it with the command "documents rotate-key".`,
  halfAccessKey: 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together, or neither of them.',
  securityContactWithoutExpiry:
    'SECURITY_CONTACT is set without SECURITY_CONTACT_EXPIRES, the last day on which it is valid.',
  securityContactExpired: (day: string) =>
    `WARNING: SECURITY_CONTACT_EXPIRES is ${day}, so security.txt has expired. Check the contact and set a later day.`,
  webhookWithoutSecret:
    'BACKOFFICE_WEBHOOK_URL is set without BACKOFFICE_WEBHOOK_SECRET, which signs the notifications. Set the secret, or remove the URL.',
  streamWithoutSecret:
    'AUDIT_STREAM_URL is the address of a webhook and is set without AUDIT_STREAM_SECRET, which signs the entries. Set the secret, or remove the URL.',
  mapTiles: {
    twoMaps: 'MAP_TILES and MAP_STYLE_URL are both set, but there is only one map. Remove one of them.',
    noFile: (reason: string) => `cannot be read (${reason})`,
    notArchive: 'is not a PMTiles archive of version 3',
    cutOff: (size: number, whole: number) =>
      `is cut off: it has ${size.toLocaleString('en-US')} of ${whole.toLocaleString('en-US')} bytes. Copy it again`,
    notVector: 'contains no vector tiles',
    oldSchema:
      'has the Protomaps tile schema from before version 4. Extract it again from a current build (docs/map-tiles.md)',
    otherSchema: 'does not contain the Protomaps basemap. docs/map-tiles.md explains how to get one',
  },
  settingFaults: {
    secretValue: 'Its value',
    blank: 'is blank',
    notNumber: 'is not a whole number',
    below: (least: number) => `is below ${least}`,
    above: (most: number) => `is above ${most}`,
    aboveEmbedded: (most: number) => `is above ${most}, the limit of the embedded database`,
    notPeriod: 'must be a period such as "90 days", "18 months" or "10 years"',
    notOnOff: 'is neither on nor off',
    notWebAddress: 'is not an address that begins with http:// or https://',
    notWebhookAddress:
      'is not an https:// address without a user name; http:// is accepted only for this machine',
    notStreamAddress:
      'is not the address of a receiver: syslog+tls:// or syslog+tcp:// with a host and, if needed, a port and nothing else, or the https:// address of a webhook',
    notWebhookSecret:
      'does not consist of one or two secrets, each "whsec_" and 24 to 64 bytes in Base64, separated by a comma',
    notDatabaseAddress:
      'is not an address that begins with postgres:// or postgresql://; separate several hosts with commas',
    notOneReplica: 'is not the postgres:// address of a single host; target_session_attrs does not apply',
    notSessionTarget: 'has a target_session_attrs that is neither read-write nor primary',
    notDocumentsAddress:
      'is not an address that begins with s3:// and the name of a bucket; its only parameter is ?endpoint= with an https:// address',
    notEncryption: 'is neither AES256 nor aws:kms, with or without the ID of a key',
    notEmail: 'is not an email address',
    notSecurityContact: 'is neither an email address nor an https:// address',
    notPercentEncoded:
      'has a name or password with a reserved character: write : / ? # @ % in them as %3A %2F %3F %23 %40 %25',
    notMailServer: 'is not an address that begins with smtp:// or smtps://',
    notMailOption:
      'has requireTLS or ignoreTLS twice or with a value other than true and false, or a service',
    notMailSender: 'is not an email address, with or without a name',
    notDate: 'is not a date',
    notLevel: 'is not a level',
    notTimeZone: 'is not a time zone',
    notHost: 'is neither an address nor the name of a host',
    notHostName: 'is not the name of a host',
    notAddress: 'is neither an address nor a CIDR range',
    everybody: 'matches every address, so any client could spoof its IP',
    notLink: 'is not a label followed by an address',
  },
} as const
