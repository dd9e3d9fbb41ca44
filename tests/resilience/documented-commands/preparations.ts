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
const settings = `
  cat > /etc/portal/portal.env <<'END'
${readBlock('docs/installing.md', 'SMTP_URL_FILE=').replaceAll(/^(OIDC_|SMTP_URL).*\n/gm, '')}NODE_EXTRA_CA_CERTS=/etc/ssl/acme-ca.pem
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
function readBlock(document: string, part: string): string {
  const blocks = readFileSync(resolve(root, document), 'utf8').matchAll(/^```\w*\n(.*?)^```$/gms)
  return [...blocks].map(([, lines = '']) => lines).find((lines) => lines.includes(part)) ?? ''
}

const database = (statement: string, name = 'portal') =>
  `runuser -u postgres -- psql --quiet --tuples-only --no-align --dbname=${name} --command="${statement}"`
const asPortal = (words: string) => `runuser -u portal -- env PORTAL_OPERATOR=Ada portal ${words}`
/** Writes a file, as the person who puts files to import there. */
const put = (path: string, ...lines: string[]) =>
  `runuser -u ada -- tee /srv/import/${path} > /dev/null <<'END'\n${lines.join('\n')}\nEND`
const remove = (...paths: string[]) => `rm -rf ${paths.join(' ')}`

const addPerson = (email: string, name: string, client: string) =>
  database(
    `insert into staff_user (issuer, subject, name, email, created_at, last_client_id) values ('https://login.example.com', '${email}', '${name}', '${email}', now(), (select id from client where id = '${client}')) on conflict do nothing`,
  )
const addStaffSession = database(
  `insert into staff_session (key_hash, user_id, client_id, id_token, address, started_at, renewed_at) select sha256(gen_random_uuid()::text::bytea), id, 'alpine', '', '127.0.0.1', now(), now() from staff_user where email = 'albert@alpine.example'`,
)
const addMemberSession = database(
  `insert into member_session (key_hash, account_id, address, started_at, seen_at) select sha256(gen_random_uuid()::text::bytea), id, '127.0.0.1', now(), now() from member_account where name = 'alpine-families'`,
)
const findSession = (table: string) =>
  `$(psql --host=db --username=postgres --dbname=portal -At -c 'select id from ${table} where ended_at is null limit 1')`

const roster = put('roster.csv', 'id,name,zipcode', '4711,Quillfeather Clinic,33131')
const largerRoster = put(
  'roster.csv',
  'id,name,zipcode',
  '4711,Quillfeather Clinic,33131',
  '4712,Quill,33131',
)
const lookups = put('lookups.csv', 'list,code,description', 'deny,D77,Not covered')
const itns = put(
  'itns.csv',
  'itn,client,hmo,policy,incidentNumber,patientName,providerName,serviceFrom,serviceTo,totalCharge,currency,receivedAt',
  'ITN-77,ALP1,,,26000000215,"Quill, Ada",Clinic,2026-06-01,2026-06-01,120.00,USD,2026-06-30T14:05:00Z',
)
/** The patient and the case of the examples. */
const putCases = (folder: string) =>
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
const changedClients = `${remove('/srv/import/clients.yaml')}
  ${asPortal('clients export /srv/import/clients.yaml')}
  sed -i '0,/Alpine/s//Alpine New/' /srv/import/clients.yaml`
const introduction = put('introduction.html', '<p>Find a provider.</p>')
const putEmbeddedSettings = `echo DOCUMENTS_KEYS_FILE=/etc/portal/document-keys > /etc/portal/embedded.env
  ${remove('/srv/portal-restored')}
  install --directory --mode=0700 --owner=portal --group=portal /srv/portal-restored`
const newDatabase = `runuser -u postgres -- dropdb --force --if-exists portal_restored`
const withHostSettings = [['npm start', 'PORTAL_SETTINGS=/etc/portal/host.env npm start']] as const
const embedded = [['npm ', 'PORTAL_SETTINGS=/etc/portal/embedded.env npm ']] as const
const removeToken = (name: string) => database(`delete from service_token where name = '${name}'`)
const takeToken = (name: string) => `${asPortal(`service rotate ${name} --hours 0`)} > /srv/release/token.txt`
const withToken = [
  [
    'curl -H',
    'TOKEN=$(grep -oE "[A-Za-z0-9_.-]{30,}" /srv/release/token.txt | head -n 1)\ncurl --silent --show-error --fail-with-body --cacert /etc/ssl/acme-ca.pem -H',
  ],
] as const
const bill = `${takeToken('intake')}
  python3 - > /srv/release/bill.json <<'END'
import base64, json
parts = [b'1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n', b'2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n', b'3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\n']
pdf, places = b'%PDF-1.4\n', []
for part in parts:
    places.append(len(pdf))
    pdf += part
table = len(pdf)
pdf += b'xref\n0 4\n0000000000 65535 f \n' + b''.join(b'%010d 00000 n \n' % each for each in places)
pdf += b'trailer<</Size 4/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n' % table
fields = dict(itn='ITN-78', client='ALP1', patientName='Quill, Ada', providerName='Clinic', serviceFrom='2026-06-01', serviceTo='2026-06-01', totalCharge='120.00', currency='USD', receivedAt='2026-06-30T14:05:00Z')
print(json.dumps({**fields, 'pdf': base64.b64encode(pdf).decode()}))
END`

/** By the beginning of the command; the first that fits. */
export const preparations: readonly (readonly [start: string, Preparation])[] = [
  // docs/installing.md
  [
    'DATA_DIR=$HOME/portal-trial portal start',
    { as: 'ada', replace: [['portal start', 'PORT=3100 portal start']] },
  ],
  [
    'install --mode=0640 --group=portal /dev/stdin /etc/portal/secrets/smtp_url',
    { pipe: 'smtp://portal:secret@mail.example.com:587' },
  ],
  ['systemctl enable --now portal', { before: settings }],
  [
    'nginx -t',
    {
      before:
        'cp /etc/ssl/host.pem /etc/ssl/portal/fullchain.pem; cp /etc/ssl/host.key /etc/ssl/portal/key.pem',
    },
  ],
  ['sudo -u portal portal clients import', { types: 'yes', before: changedClients }],
  ['sudo -u portal portal import providers', { before: roster }],
  ['sudo -u portal portal import lookups', { before: lookups }],
  ['chmod --recursive o+rwX cases', { as: 'ada', before: putCases('cases') }],
  [
    'sudo -u portal portal staff list',
    {
      section: 'The first client and people',
      before: addPerson('albert@alpine.example', 'Albert Alpine', 'alpine'),
    },
  ],
  [
    'ln -sfn client-portal-0.2.0',
    { before: 'cp -al /opt/portal/client-portal-0.1.0-linux-x64 /opt/portal/client-portal-0.2.0-linux-x64' },
  ],
  [
    'portal restore /backup/portal-2026-11-30 --check',
    { before: asPortal('backup /backup/portal-2026-11-30') },
  ],
  [
    'DATA_DIR=/srv/drill PORTAL_SETTINGS=/dev/null portal doctor',
    { says: /ok +Documents/, exits: [1, 'a drill has no mail server and no identity provider'] },
  ],
  // README.md and the guides of one subject
  [
    'npm run portal -- directory import directory.yaml',
    {
      before: `${remove('/srv/import/directory.yaml')}; ${asPortal('directory export /srv/import/directory.yaml')}`,
    },
  ],
  [
    'npm run portal -- import providers roster.csv --network publicDomestic --replace',
    { before: roster, replace: [['publicDomestic', 'coastal']] },
  ],
  ['npm run portal -- import providers roster.csv', { before: largerRoster }],
  [
    'npm run portal -- import undo 12',
    {
      replace: [
        [
          '12',
          "$(psql --host=db --username=postgres --dbname=portal -At -c 'select max(run_id) from import_run_network')",
        ],
      ],
    },
  ],
  ['npm run portal -- clients export', { before: remove('/srv/import/clients.yaml') }],
  ['npm run portal -- clients import', { types: 'yes', before: changedClients }],
  [
    'npm run portal -- import cases folder',
    { before: `${putCases('folder')}\nchmod --recursive o+rwX /srv/import/folder` },
  ],
  ['npm run portal -- import cases FOLDER', { replace: [['FOLDER', 'cases']] }],
  ['npm run portal -- import itns', { before: itns, replace: [['FILE', 'itns.csv']] }],
  ['npm run portal -- import lookups', { replace: [['FILE', 'lookups.csv']] }],
  [
    'npm run portal -- import rates',
    {
      before: put('rates.csv', readBlock('docs/importing-exchange-rates.md', 'date,currency').trim()),
      replace: [['FILE', 'rates.csv']],
    },
  ],
  [
    'npm run portal -- import providers austria',
    { before: put('austria.csv', 'id,name,city,country', 'A1,Klinik,Wien,AT') },
  ],
  [
    'npm run portal -- import providers germany',
    { before: put('germany.csv', 'id,name,city,country', 'G1,Klinik,Berlin,DE') },
  ],
  ['npm run portal -- content set', { before: introduction }],
  ['npm run portal -- directory export searches', { before: remove('/srv/import/searches.yaml') }],
  [
    'npm run portal -- directory import searches',
    {
      before: `${remove('/srv/import/searches.yaml')}; ${put('searches.yaml', readBlock('docs/search-definitions.md', 'key: coastal-provider-search').trim())}`,
    },
  ],
  [
    'npm run portal -- members create alpine-families --client alpine --generate',
    { before: database("delete from member_account where name = 'alpine-families'") },
  ],
  [
    'npm run portal -- members create alpine-families',
    {
      before: database("delete from member_account where name = 'alpine-families'"),
      pipe: 'Families-of-2026-travel',
    },
  ],
  [
    'npm run portal -- members create alpine-business',
    { before: database("delete from member_account where name = 'alpine-business'") },
  ],
  ['npm run portal -- members reset', { pipe: 'Families-of-2027-travel' }],
  [
    'npm run portal -- members end-sessions alpine-families --session',
    { before: addMemberSession, replace: [['0e2f6d1c-…', findSession('member_session')]] },
  ],
  ['npm run portal -- person export', { before: remove('/srv/import/patient.zip') }],
  [
    'npm run portal -- restore /backup/portal-2026-11-30',
    {
      section: 'From the command line',
      before: 'install --directory --owner=portal --mode=0700 /srv/readme',
      replace: [['npm run', 'DATA_DIR=/srv/readme PORTAL_SETTINGS=/dev/null npm run']],
    },
  ],
  ['npm run portal -- backup', { before: remove('/backup/portal-2026-11-30') }],
  // docs/going-to-production.md
  ['DATABASE_URL=', { before: 'chgrp portal /etc/portal/host.env', replace: withHostSettings }],
  [
    'patronictl',
    {
      before: `cp /opt/portal/current/deploy/patroni.yml /etc/patroni/config.yml
        setsid etcd --data-dir /tmp/etcd --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 > /tmp/etcd.log 2>&1 &
        sleep 5`,
    },
  ],
  [
    'npm run portal -- staff disable "Albert',
    { before: `${asPortal('staff enable albert@alpine.example')} || true; ${addStaffSession}` },
  ],
  [
    'npm run portal -- staff end-sessions albert@alpine.example --session',
    {
      before: `${asPortal('staff enable albert@alpine.example')}; ${addStaffSession}`,
      replace: [['0e2f6d1c-…', findSession('staff_session')]],
    },
  ],
  [
    'npm run portal -- audit export --from 2026-11-01 --to 2026-11-30 --patient',
    { before: remove('/srv/import/who-saw.csv') },
  ],
  [
    'npm run portal -- staff grant auditor',
    { before: addPerson('auditor@example.com', 'Audrey Auditor', 'internal') },
  ],
  ['npm run portal -- audit checkpoint', { before: remove('/evidence/audit-2026-11-27.json') }],
  [
    'npm run portal -- audit archive',
    {
      before: `sleep 35; ${asPortal('audit archive /evidence/audit-2024.ndjson.gz --before $(date --date=tomorrow +%F)')}; ${asPortal('staff list')}; sleep 65`,
      replace: [['2026-01-01', '$(date --date=tomorrow +%F)']],
    },
  ],
  ['npm run portal -- audit verify-stream', { before: 'chmod 0644 /var/log/portal-audit.log' }],
  ['npm run portal -- documents rotate-key', { as: 'root' }],
  [
    'npm run portal -- documents encrypt',
    {
      before:
        'echo DOCUMENTS_KEYS_FILE=/etc/portal/document-keys | tee -a /etc/portal/portal.env >> /etc/portal/host.env; systemctl stop portal; systemctl start portal',
    },
  ],
  ['npm run portal -- service create back-office', { before: removeToken('back-office') }],
  ['npm run portal -- service create intake', { before: removeToken('intake') }],
  [
    'curl -H "Authorization: Bearer $TOKEN" "',
    { before: takeToken('back-office'), replace: [...withToken, ['?after=$LAST', '']] },
  ],
  ['curl -H', { before: bill, replace: withToken }],
  [
    'DATA_DIR=/srv/portal-restored npm run portal -- restore',
    { before: putEmbeddedSettings, replace: embedded },
  ],
  ['DATA_DIR=/srv/portal-restored npm start', { replace: embedded }],
  ['export DATA_DIR=/srv/portal-restored', { before: putEmbeddedSettings }],
  [
    'npm run portal -- restore /backup/portal-2026-11-30',
    { section: 'Restore', replace: [['npm run', 'PORTAL_SETTINGS=/etc/portal/host.env npm run']] },
  ],
  ['npm start', { section: 'Restore', replace: withHostSettings }],
  [
    'install --mode=0640 --group=portal /dev/stdin /etc/portal/secrets/database_url_restored',
    { pipe: `postgres://portal_owner:${password}@db.example.com:5432/portal_restored?sslmode=verify-full` },
  ],
  [
    'install --directory --mode=0700 --owner=portal --group=portal /srv/portal-restored',
    {
      before: `${remove('/srv/portal-restored')}; ${newDatabase}; runuser -u postgres -- createdb --owner=portal_owner portal_restored`,
    },
  ],
  ['createdb', { before: newDatabase }],
  ['pg_basebackup', { as: 'postgres' }],
  ['pg_createcluster', { before: remove('/var/lib/postgresql/17/restored') }],
  // docs/monitoring.md, docs/retention.md and docs/troubleshooting.md
  ['portal audit checkpoint', { before: remove('/evidence/audit-2026-11-27.json') }],
  [
    'npm run portal -- person erase "ALP1 P1042"',
    {
      before: `for hold in 1 2; do ${asPortal('hold remove $hold')} || true; done; ${remove('/evidence/request-88.*')}`,
    },
  ],
  [
    'grep 7d1f0c52',
    {
      before:
        'curl --silent --insecure --output /dev/null https://portal.example.com/api/info/publicDomestic',
      replace: [['7d1f0c52', "$(tail -n 1 /var/log/nginx/access.log | awk '{print $NF}')"]],
    },
  ],
]
