import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { root } from '../portal-run.ts'
import { type Operator, password } from './operator-host.ts'

/** What a command needs on this host, besides the commands before it. */
export type Preparation = {
  /** The section, if the same command stands in several. */
  section?: string
  as?: Operator
  /** Lines of bash that root runs before it: files that the document tells the operator to have. */
  before?: string
  /** What stands for a part of the command; `$(…)` is run. */
  replace?: readonly (readonly [from: string, to: string])[]
  /** What is typed on the terminal or, with `pipe`, read from standard input. */
  types?: string
  pipe?: string
  /** A text that the output has. */
  says?: RegExp
  /** The exit code, if it is not 0, and why that is right here. */
  exits?: readonly [code: number, why: string]
}

/** The settings of docs/installing.md. A trial: there is no identity provider and no mail server here. */
export const settings = `
  cat > /etc/portal/portal.env <<'END'
${readBlock('docs/installing.md', 'SMTP_URL_FILE=').replaceAll(/^(OIDC_|INTERNAL_CLIENT_ID|SMTP_URL).*\n/gm, '')}NODE_EXTRA_CA_CERTS=/etc/ssl/acme-ca.pem
AUDIT_STREAM_URL=syslog+tls://logs.example.com:6514
ALLOW_INSECURE_TRIAL=on
DEMO_DATA=on
END
  printf 'postgres://portal_owner:${password}@db.example.com:5432/portal?sslmode=verify-full&sslrootcert=/etc/ssl/acme-ca.pem' |
    install --mode=0640 --group=portal /dev/stdin /etc/portal/secrets/database_url
  sed '/DATABASE_URL_FILE/d' /etc/portal/portal.env > /etc/portal/host.env
  cp /etc/ssl/host.pem /etc/ssl/logs.pem
  cp /etc/ssl/host.key /etc/ssl/logs.key
  cat > /etc/rsyslog.conf <<'END'
${readBlock('docs/going-to-production.md', 'global(maxMessageSize')}END
  rsyslogd`

/** The block of a document that has a text. */
export function readBlock(document: string, part: string): string {
  const blocks = readFileSync(resolve(root, document), 'utf8').matchAll(/^```\w*\n(.*?)^```$/gms)
  return [...blocks].map(([, lines = '']) => lines).find((lines) => lines.includes(part)) ?? ''
}

export const database = (statement: string, name = 'portal') =>
  `runuser -u postgres -- psql --quiet --tuples-only --no-align --dbname=${name} --command="${statement}"`
export const asPortal = (words: string) => `runuser -u portal -- env PORTAL_OPERATOR=Ada portal ${words}`
/** Writes a file, as the person who puts files to import there. */
export const put = (path: string, ...lines: string[]) =>
  `runuser -u ada -- tee /srv/import/${path} > /dev/null <<'END'\n${lines.join('\n')}\nEND`
export const remove = (...paths: string[]) => `rm -rf ${paths.join(' ')}`

export const addPerson = (email: string, name: string, client: string) =>
  database(
    `insert into staff_user (issuer, subject, name, email, created_at, last_client_id) values ('https://login.example.com', '${email}', '${name}', '${email}', now(), (select id from client where id = '${client}')) on conflict do nothing`,
  )
/** The providers of docs/identity-providers.md, for the commands that ask for the issuer of one; the portal has none. */
export const addProviders = `
  cat > /etc/portal/secrets/oidc_providers <<'END'
${readBlock('docs/identity-providers.md', '"domains"')}END
  cat /etc/portal/portal.env - > /etc/portal/providers.env <<'END'
OIDC_ISSUER=https://login.example.com/tenant/v2.0
OIDC_CLIENT_ID=6f1c2b9e-portal
OIDC_PROVISIONING=scim
OIDC_PROVIDERS_FILE=/etc/portal/secrets/oidc_providers
END
  printf secret > /etc/portal/secrets/oidc_alpine
  chgrp portal /etc/portal/providers.env /etc/portal/secrets/oidc_*`
export const withProviders = [
  ['-u portal portal', '-u portal env PORTAL_SETTINGS=/etc/portal/providers.env portal'],
] as const
/** Somebody whom an identity provider has sent. */
export const addScimPerson = `${addPerson('ada@alpine.example', 'Ada Sampleton', 'alpine')}
  ${database("insert into scim_person (user_id, issuer, user_name, user_name_key, active, created_at, changed_at) select id, issuer, email, email, true, now(), now() from staff_user where email = 'ada@alpine.example'")}`
export const addStaffSession = database(
  `insert into staff_session (key_hash, user_id, client_id, id_token, address, started_at, renewed_at) select sha256(gen_random_uuid()::text::bytea), id, 'alpine', '', '127.0.0.1', now(), now() from staff_user where email = 'albert@alpine.example'`,
)
/** The demo has an Albert Alpine, too; a name that matches several people changes nothing. */
export const renameDemoPerson = database(
  `update staff_user set name = 'Albert of the demo' where email = 'alpine@example.com'`,
)
export const addMemberSession = database(
  `insert into member_session (key_hash, account_id, address, started_at, seen_at) select sha256(gen_random_uuid()::text::bytea), id, '127.0.0.1', now(), now() from member_account where name = 'alpine-families'`,
)
export const findSession = (table: string) =>
  `$(psql --host=db --username=postgres --dbname=portal -At -c 'select id from ${table} where ended_at is null limit 1')`

export const roster = put('roster.csv', 'id,name,zipcode', '4711,Quillfeather Clinic,33131')
export const largerRoster = put(
  'roster.csv',
  'id,name,zipcode',
  '4711,Quillfeather Clinic,33131',
  '4712,Quill,33131',
)
export const lookups = put('lookups.csv', 'list,code,description', 'deny,D77,Not covered')
export const itns = put(
  'itns.csv',
  'itn,client,hmo,policy,incidentNumber,patientName,providerName,serviceFrom,serviceTo,totalCharge,currency,receivedAt',
  'ITN-77,ALP1,,,26000000215,"Quill, Ada",Clinic,2026-06-01,2026-06-01,120.00,USD,2026-06-30T14:05:00Z',
)
/** The patient and the case of the examples. */
export const putCases = (folder: string) =>
  [
    `runuser -u ada -- mkdir -p /srv/import/${folder}`,
    put(
      `${folder}/patients.csv`,
      'patientCode,client,lastName,firstName,dateOfBirth',
      'P1042,ALP1,Quill,Ada,1980-05-06',
    ),
    put(`${folder}/policies.csv`, 'policyNumber,patientCode', 'POL-1042,P1042'),
    put(
      `${folder}/incidents.csv`,
      'incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate',
      '26000000215,P1042,POL-1042,2026-03-01,Fell,2026-03-02',
    ),
  ].join('\n')
export const changedClients = `${remove('/srv/import/clients.yaml')}
  ${asPortal('clients export /srv/import/clients.yaml')}
  sed -i '0,/Alpine/s//Alpine New/' /srv/import/clients.yaml`
export const introduction = put('introduction.html', '<p>Find a provider.</p>')
export const putEmbeddedSettings = `echo DOCUMENTS_KEYS_FILE=/etc/portal/document-keys > /etc/portal/embedded.env
  ${remove('/srv/portal-restored')}
  install --directory --mode=0700 --owner=portal --group=portal /srv/portal-restored`
export const newDatabase = `runuser -u postgres -- dropdb --force --if-exists portal_restored`
export const withHostSettings = [['npm start', 'PORTAL_SETTINGS=/etc/portal/host.env npm start']] as const
export const embedded = [['npm ', 'PORTAL_SETTINGS=/etc/portal/embedded.env npm ']] as const
export const removeToken = (name: string) => database(`delete from service_token where name = '${name}'`)
export const takeToken = (name: string) =>
  `${asPortal(`service rotate ${name} --hours 0`)} > /srv/release/token.txt`
export const withToken = [
  [
    'curl -H',
    'TOKEN=$(grep -oE "[A-Za-z0-9_.-]{30,}" /srv/release/token.txt | head -n 1)\ncurl --silent --show-error --fail-with-body --cacert /etc/ssl/acme-ca.pem -H',
  ],
] as const
export const bill = `${takeToken('intake')}
  python3 - > /srv/release/bill.json <<'END'
import base64, json
parts = [b'1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\\n', b'2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\\n', b'3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\\n']
pdf, places = b'%PDF-1.4\\n', []
for part in parts:
    places.append(len(pdf))
    pdf += part
table = len(pdf)
pdf += b'xref\\n0 4\\n0000000000 65535 f \\n' + b''.join(b'%010d 00000 n \\n' % each for each in places)
pdf += b'trailer<</Size 4/Root 1 0 R>>\\nstartxref\\n%d\\n%%%%EOF\\n' % table
fields = dict(itn='ITN-78', client='ALP1', patientName='Quill, Ada', providerName='Clinic', serviceFrom='2026-06-01', serviceTo='2026-06-01', totalCharge='120.00', currency='USD', receivedAt='2026-06-30T14:05:00Z')
print(json.dumps({**fields, 'pdf': base64.b64encode(pdf).decode()}))
END`
