/** Commands that the scenario `documented-commands` leaves out: another test runs them, or none can. */
type Elsewhere = {
  document: string
  /** The beginning of each command. */
  commands: readonly string[]
} & (
  | { test: string; title: string }
  /** A scenario, and words in one of its files that show the command. */
  | { scenario: string; file: string; words: string }
  | { reason: string }
)

const images = 'It builds or runs a container, which needs a registry of images.'

export const elsewhere: readonly Elsewhere[] = [
  {
    document: 'CONTRIBUTING.md',
    commands: ['npm run dev'],
    test: 'tests/e2e/development.e2e.ts',
    title: 'npm run dev updates a page in place or restarts the server when a source file changes',
  },
  {
    document: 'CONTRIBUTING.md',
    commands: ['npm run typecheck', 'npm run lint', 'npm run test:unit', 'npm run test:e2e', 'npm test'],
    reason: 'They are the checks themselves: `npm test` runs the others, and CI runs it.',
  },
  { document: 'README.md', commands: ['npm test'], reason: 'It runs every test, so no test can run it.' },
  {
    document: 'README.md',
    commands: ['npm start'],
    scenario: 'fresh-clone',
    file: 'tests/resilience/fresh-clone.ts',
    words: "run(['npm', 'start']",
  },
  {
    document: 'docs/installing.md',
    commands: ['npm run release'],
    scenario: 'release',
    file: 'tests/resilience/release.ts',
    words: "['run', '--silent', 'release', '--', built]",
  },
  {
    document: 'docs/installing.md',
    commands: ['openssl genpkey', 'openssl pkey -in', 'npm run release -- --sign', 'openssl pkeyutl'],
    test: 'scripts/release/release.test.ts',
    title: 'the documented commands verify a signed release, and refuse another checksum or another key',
  },
  {
    document: 'docs/installing.md',
    commands: ['journalctl'],
    reason: 'The journal needs a running systemd, which a Debian system in a folder does not have.',
  },
  {
    document: 'docs/installing.md',
    commands: ['docker build', 'podman build', 'podman run'],
    reason: images,
  },
  {
    document: 'docs/installing.md',
    commands: ['kubectl apply'],
    reason: 'It needs a Kubernetes cluster; kubernetes.test.ts compares the manifest with the API.',
  },
  {
    document: 'docs/going-to-production.md',
    commands: ['npm run portal -- audit archive', 'npm run portal -- audit verify-archive'],
    // On the host, every entry is of today, and entries of the last day stay.
    test: 'src/platform/db/audit-archive.test.ts',
    title: 'an archive has the entries from before a day, and the chain continues after it',
  },
  {
    document: 'docs/going-to-production.md',
    commands: ['patronictl'],
    scenario: 'failover',
    file: 'tests/resilience/patroni-cluster.ts',
    words: "system.execute('patronictl', '-c',",
  },
  {
    document: 'docs/going-to-production.md',
    commands: ['docker compose exec', 'kubectl exec'],
    reason: images,
  },
  {
    document: 'docs/going-to-production.md',
    commands: ['export DOCUMENTS_URL=', 'npm run portal -- documents move'],
    scenario: 'object-store',
    file: 'tests/resilience/object-store-moves.ts',
    words: "['documents', 'move', '--from', 'folder', '--to', 'store']",
  },
  {
    document: 'docs/going-to-production.md',
    commands: ['npm run portal -- documents missing', 'npm run portal -- documents accept-missing'],
    test: 'src/platform/backup/missing-documents.test.ts',
    title: 'accepts missing documents only with their number, and records each',
  },
  {
    document: 'docs/going-to-production.md',
    commands: [
      'openssl rand -hex 32',
      'tar --create --directory /backup',
      'sha256sum /offsite',
      'sha256sum --check /evidence',
      'openssl enc -d',
    ],
    test: 'tests/architecture/documentation.test.ts',
    title:
      'the commands that encrypt a copy of a backup make one that can be read again, and only with the key',
  },
  {
    document: 'docs/going-to-production.md',
    commands: ['pg_ctl --pgdata'],
    scenario: 'point-in-time',
    file: 'tests/resilience/wal-archive.ts',
    words: "const [, , restore = ''] = readCommands('sh')",
  },
  {
    document: 'docs/map-tiles.md',
    commands: ['pmtiles extract'],
    reason: 'It downloads a map of the world from the public internet.',
  },
  {
    document: 'docs/monitoring.md',
    commands: ['systemctl enable --now systemd-journal-upload'],
    reason: 'The journal needs a running systemd, which a Debian system in a folder does not have.',
  },
  {
    document: 'docs/troubleshooting.md',
    commands: ['journalctl'],
    reason: 'The journal needs a running systemd, which a Debian system in a folder does not have.',
  },
]

/** The entry that explains why the scenario leaves a command out. */
export const findElsewhere = (command: { document: string; text: string }): Elsewhere | undefined =>
  elsewhere.find(
    ({ document, commands }) =>
      document === command.document && commands.some((start) => isCommand(command.text, start)),
  )

/** Whether a command begins with these words. */
export const isCommand = (text: string, start: string): boolean => text.startsWith(start)
