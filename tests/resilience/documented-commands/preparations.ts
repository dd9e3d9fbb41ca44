import {
  addMemberSession,
  addPerson,
  addProviders,
  addScimPerson,
  asPortal,
  changedClients,
  database,
  findSession,
  introduction,
  itns,
  largerRoster,
  lookups,
  type Preparation,
  put,
  putCases,
  readBlock,
  remove,
  roster,
  settings,
  withProviders,
} from './fixtures.ts'
import { productionPreparations } from './production-preparations.ts'

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
    {
      section: 'Upgrading',
      before:
        'cd /opt/portal; cp -al client-portal-0.2.0-linux-x64 client-portal-0.1.0-linux-x64; ln -sfn client-portal-0.1.0-linux-x64 current',
    },
  ],
  [
    'PORTAL_SETTINGS=/dev/null portal restore /backup/portal-2026-11-30 --check',
    { before: asPortal('backup /backup/portal-2026-11-30') },
  ],
  ['DATA_DIR=/srv/drill PORTAL_SETTINGS=/dev/null portal doctor', { says: /ok +Documents/ }],
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
      pipe: 'orchid trombone 47 glacier',
    },
  ],
  [
    'npm run portal -- members create alpine-business',
    { before: database("delete from member_account where name = 'alpine-business'") },
  ],
  ['npm run portal -- members reset', { pipe: 'pelican origami 81 quartz' }],
  [
    'npm run portal -- members end-sessions alpine-families --session',
    { before: addMemberSession, replace: [['0e2f6d1c-…', findSession('member_session')]] },
  ],
  ['npm run portal -- person export', { before: remove('/srv/import/patient.zip') }],
  ['npm run portal -- client-data export', { before: remove('/srv/import/lagoon-data') }],
  ['cd lagoon-data', { as: 'portal' }],
  ['sha256sum --check files.sha256', { as: 'portal' }],
  [
    'npm run portal -- restore /backup/portal-2026-11-30',
    {
      section: 'From the command line',
      before: 'install --directory --owner=portal --mode=0700 /srv/readme',
      replace: [['npm run', 'DATA_DIR=/srv/readme PORTAL_SETTINGS=/dev/null npm run']],
    },
  ],
  ['npm run portal -- backup', { before: remove('/backup/portal-2026-11-30') }],
  // docs/identity-providers.md
  ['sudo -u portal portal service create okta-scim', { before: addProviders, replace: withProviders }],
  ['sudo -u portal portal service create alpine-scim', { replace: withProviders }],
  ['sudo -u portal portal staff release', { before: addScimPerson }],
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
  ...productionPreparations,
]
