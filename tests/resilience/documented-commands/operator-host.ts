import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Run, root, run } from '../portal-run.ts'

/** The password of every login on the host. */
export const password = 'a-password-of-the-host'

/** A user of the host, and the folder in which that user works. */
export type Operator = 'root' | 'ada' | 'portal' | 'postgres'

export type Result = { code: number | string; output: string; ms: number }

/** A Debian host with PostgreSQL and nginx, on which nothing of the portal is installed. */
export type OperatorHost = {
  /** Runs lines of bash as a user, in that user's folder. Ends them after `timeoutMs`. */
  execute(lines: string, options?: { as?: Operator; folder?: string; timeoutMs?: number }): Promise<Result>
  /** Starts lines of bash that run until `end` is called. */
  start(lines: string, options?: { as?: Operator; folder?: string }): Run & { end(): Promise<void> }
  /** Where a file of the host is for this process. */
  find(path: string): string
  close(): Promise<void>
}

const names = [
  'db',
  'db1',
  'db.example.com',
  'replica.example.com',
  'portal.example.com',
  'portal.acme.example',
]
const others = ['etcd1', 'etcd2', 'etcd3', 'logs.example.com', 'login.example.com', 'mail.example.com']

/**
 * Keeps the system in a folder as it is: everything is written to a layer above it, in namespaces of its own. The first
 * process only waits for the others, so that none stays behind as a zombie.
 */
const enterScript = `
  system=$0 layer=$1
  mount -t overlay overlay -o "lowerdir=$system,upperdir=$layer/upper,workdir=$layer/work" "$layer/host"
  mount -t proc proc "$layer/host/proc"
  mount -t tmpfs -o mode=1777 tmpfs "$layer/host/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$layer/host/dev/pts"
  ln -sf pts/ptmx "$layer/host/dev/ptmx"
  ip link set lo up
  echo ready
  while :; do sleep 0.2; done`

/** Certificates of the operator's own authority, the logins, and what Debian starts when it installs its packages. */
const prepareScript = `
  hostname portal
  printf '127.0.0.1 localhost portal %s\\n127.0.0.2 db2\\n' '${[...names, ...others].join(' ')}' > /etc/hosts
  useradd --create-home --groups sudo --shell /bin/bash ada
  echo 'ada ALL=(ALL) NOPASSWD: ALL' > /etc/sudoers.d/ada
  install --directory /srv/release /offsite
  install --directory --owner=postgres --mode=0700 /archive /srv/base
  cd /etc/ssl
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=Acme' -keyout acme-ca.key -out acme-ca.pem 2> /dev/null
  openssl req -x509 -newkey rsa:2048 -nodes -days 90 -subj /CN=portal.example.com -CA acme-ca.pem -CAkey acme-ca.key \
    -addext 'subjectAltName=${[...names, ...others, 'db2'].map((name) => `DNS:${name}`).join()}' \
    -keyout host.key -out host.pem 2> /dev/null
  install --owner=postgres --mode=0600 host.key /etc/postgresql/17/main/host.key
  cat > /etc/postgresql/17/main/conf.d/host.conf <<END
ssl = on
ssl_cert_file = '/etc/ssl/host.pem'
ssl_key_file = '/etc/postgresql/17/main/host.key'
END
  pg_ctlcluster 17 main start
  runuser -u postgres -- psql --quiet --command="alter role postgres password '${password}'" \
    --command="create role replicator login replication password '${password}'"
  nginx`

/** Opens a host on the Debian system in RESILIENCE_SYSTEM. Only root can. */
export async function openOperatorHost(system: string): Promise<OperatorHost> {
  const layer = mkdtempSync(join(tmpdir(), 'portal-operator-'))
  execFileSync(
    'mkdir',
    ['upper', 'work', 'host'].map((name) => join(layer, name)),
  )
  execFileSync('chmod', ['755', join(layer, 'upper')])
  const words = ['--mount', '--pid', '--net', '--uts', '--fork', '--kill-child', 'sh', '-ec', enterScript]
  const first = run(['setpriv', '--pdeathsig', 'KILL', 'unshare', ...words, system, layer], {
    env: { PATH: process.env.PATH ?? '' },
    cwd: '/',
  })
  while (!first.output().includes('ready')) {
    if (first.child.exitCode !== null) throw new Error(`The host does not start: ${first.output()}`)
    await pause(50)
  }
  const [inner = ''] = readFileSync(
    `/proc/${first.child.pid}/task/${first.child.pid}/children`,
    'utf8',
  ).split(' ')
  const host = createHost(inner, layer, first)
  copyFileSync(
    join(root, 'tests/resilience/documented-commands/systemctl.sh'),
    host.find('/usr/local/bin/systemctl'),
  )
  const prepared = await host.execute(prepareScript)
  if (prepared.code !== 0) {
    await host.close()
    throw new Error(`The host cannot be prepared:\n${prepared.output}`)
  }
  return host
}

function createHost(inner: string, layer: string, first: Run): OperatorHost {
  const folders = { root: '/srv/release', ada: '/srv/import', portal: '/srv/import', postgres: '/srv/base' }
  const start: OperatorHost['start'] = (lines, { as = 'root', folder = folders[as] } = {}) => {
    // bash replaces a tilde by the home of the user; the others have none they can write to.
    const home = as === 'ada' || as === 'root' ? `~${as}` : '/tmp'
    const env = {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      LANG: 'C.UTF-8',
      PORTAL_OPERATOR: 'Ada Sampleton',
      PGPASSWORD: password,
    }
    const script = `export HOME=${home}\ncd ${folder} 2> /dev/null || cd /\n${lines}`
    const user = as === 'root' ? [] : ['runuser', '--preserve-environment', '-u', as, '--']
    const enter = [
      'nsenter',
      '--target',
      inner,
      '--mount',
      '--pid',
      '--net',
      '--uts',
      'chroot',
      join(layer, 'host'),
    ]
    const running = run([...enter, ...user, 'bash', '-eo', 'pipefail', '-c', script], { env, cwd: '/' })
    const end = async () => {
      if (running.child.exitCode === null) process.kill(-Number(running.child.pid), 'SIGTERM')
      await running.ended
    }
    return { ...running, end }
  }
  return {
    start,
    find: (path) => join(`/proc/${inner}/root`, layer, 'host', path),
    async execute(lines, { timeoutMs = 600_000, ...options } = {}) {
      const began = performance.now()
      const running = start(lines, options)
      const timer = setTimeout(() => process.kill(-Number(running.child.pid), 'SIGKILL'), timeoutMs)
      const code = await running.ended
      clearTimeout(timer)
      return { code, output: running.output().trim(), ms: Math.round(performance.now() - began) }
    },
    async close() {
      first.child.kill('SIGKILL')
      await first.ended
      rmSync(layer, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
