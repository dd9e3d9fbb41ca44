import {
  addPerson,
  addStaffSession,
  asPortal,
  bill,
  embedded,
  findSession,
  newDatabase,
  type Preparation,
  putEmbeddedSettings,
  remove,
  removeToken,
  renameDemoPerson,
  takeToken,
  withHostSettings,
  withToken,
} from './fixtures.ts'
import { password } from './operator-host.ts'

/** What the commands of docs/going-to-production.md need, by the beginning of the command. */
export const productionPreparations: readonly (readonly [start: string, Preparation])[] = [
  [
    'sh cluster-certificates.sh',
    { before: 'cp /opt/portal/current/deploy/cluster-certificates.sh /srv/release' },
  ],
  ['DATABASE_URL=', { before: 'chgrp portal /etc/portal/host.env', replace: withHostSettings }],
  [
    'npm run portal -- staff disable "Albert',
    {
      before: `${asPortal('staff enable albert@alpine.example')} || true; ${addStaffSession}; ${renameDemoPerson}`,
    },
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
  ['pg_verifybackup', { replace: [['pg_verifybackup', '/usr/lib/postgresql/17/bin/pg_verifybackup']] }],
  ['pg_createcluster', { before: remove('/var/lib/postgresql/17/restored') }],
  ['sudo -u portal portal audit checkpoint', { before: remove('/evidence/audit-2026-11-27.json') }],
]
