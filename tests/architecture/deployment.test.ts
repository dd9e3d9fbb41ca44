import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { Setting } from '#platform/config/setting-schemas.ts'
import { settings } from '#platform/config/settings.ts'
import { root } from './source.ts'

const read = (name: string) => readFileSync(resolve(root, 'deploy', name), 'utf8')

/** Variables in deploy/ that other programs read. */
const others = ['NODE_COMPILE_CACHE', 'POSTGRES_PASSWORD_FILE']
const known = Object.entries(settings as Record<string, Setting>).flatMap(([name, { isSecret }]) =>
  isSecret ? [name, `${name}_FILE`] : [name],
)

type Tree = { [key: string]: Tree } & Tree[] & string

const yaml = (text: string) => parseAllDocuments(text).map((part) => part.toJS({ maxAliasCount: 10 }) as Tree)

/** The names of the variables that a file sets for the portal. */
function settingsIn(name: string, text = read(name)): string[] {
  const documents = name.endsWith('.yaml') ? yaml(text) : []
  const compose = documents.flatMap(({ services }) =>
    Object.values(services ?? {}).flatMap(({ environment }) => Object.keys(environment ?? {})),
  )
  const kubernetes = documents.flatMap(({ kind, data }) =>
    kind === 'ConfigMap' ? Object.keys(data ?? {}) : [],
  )
  const lines = name.endsWith('.yaml')
    ? []
    : text.split('\n').filter((line) => /^(ENV |Environment=)/.test(line))
  const assigned = lines.flatMap((line) =>
    [...line.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, each = '']) => each),
  )
  return [...compose, ...kubernetes, ...assigned]
}

test.each(['compose.yaml', 'kubernetes.yaml', 'Dockerfile', 'portal.service'])(
  '%s sets only variables that exist',
  (name) => {
    const found = settingsIn(name)
    expect(found).not.toEqual([])
    expect(found.filter((each) => ![...known, ...others].includes(each))).toEqual([])
  },
)

test('finds a misspelled variable', () => {
  const text = read('kubernetes.yaml').replace('PUBLIC_URL:', 'PUBLIC_ADDRESS:')
  expect(settingsIn('kubernetes.yaml', text).filter((each) => !known.includes(each))).toContain(
    'PUBLIC_ADDRESS',
  )
})

test('containers run as an ordinary user, with a root file system that they cannot write to', () => {
  const { services } = yaml(read('compose.yaml'))[0] as Tree
  for (const name of ['portal-1', 'portal-2', 'store'])
    expect(services?.[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
  const pod = yaml(read('kubernetes.yaml')).find(({ kind }) => String(kind) === 'Deployment')?.spec?.template
    ?.spec
  expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
  expect(pod?.containers?.[0]?.securityContext).toMatchObject({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  expect(read('Dockerfile')).toMatch(/^USER 10001:10001$/m)
  expect(read('store.Dockerfile')).toMatch(/^USER 10002:10002$/m)
})

test('in compose.yaml, only nginx has a port, and a service starts after the ones that it needs', () => {
  const { services = {} as Tree } = yaml(read('compose.yaml'))[0] as Tree
  const open = Object.keys(services).filter((name) => 'ports' in (services[name] ?? {}))
  expect(open).toEqual(['proxy'])
  for (const name of ['portal-1', 'portal-2'])
    expect(services[name]?.depends_on).toEqual({
      postgres: { condition: 'service_healthy' },
      store: { condition: 'service_healthy' },
    })
  expect(read('Dockerfile')).toMatch(/^HEALTHCHECK/m)
  expect(read('store.Dockerfile')).toMatch(/^HEALTHCHECK/m)
  // Its socket responds before the database exists.
  expect(services.postgres?.healthcheck?.test).toContain('127.0.0.1')
})

test('the portals open the store of compose.yaml with the key that it has', () => {
  const { services, secrets } = yaml(read('compose.yaml'))[0] as Tree
  const settings = services?.['portal-1']?.environment
  const [, user, key] = /user_(\w+) = \$(\w+) /.exec(read('store.sh')) ?? []
  expect(settings?.AWS_ACCESS_KEY_ID).toBe(user?.replace('_', ':'))
  expect(read('store.sh')).toContain(`${key}=$(cat ${settings?.AWS_SECRET_ACCESS_KEY_FILE})`)
  expect(settings?.DOCUMENTS_URL).toBe('s3://documents?endpoint=http://store:8080')
  for (const name of ['portal-1', 'store']) expect(services?.[name]?.secrets).toContain('documents_key')
  expect(Object.keys(secrets ?? {})).toContain('documents_key')
})

test('the store is healthy once it has the bucket of the portals, and not before', () => {
  expect(read('store.Dockerfile')).toMatch(/^HEALTHCHECK .*CMD \["store", "check"\]$/m)
  const folder = mkdtempSync(join(tmpdir(), 'portal-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const key = 'k'.repeat(32)
  writeFileSync(join(folder, 'documents_key'), key)
  // In place of the program of Swift: finds the bucket if there is a file of its name.
  const program = '#!/bin/sh\necho "$ST_USER $ST_KEY $*" >>asked\ntest -e "$4"\n'
  writeFileSync(join(folder, 'swift'), program, { mode: 0o755 })
  const script = read('store.sh').replaceAll('/run/secrets', folder)
  const env = { PATH: `${folder}:${process.env.PATH}` }
  const check = () => spawnSync('bash', ['-c', script, 'store', 'check'], { cwd: folder, env }).status
  expect(check()).toBe(1)
  writeFileSync(join(folder, 'documents'), '')
  expect(check()).toBe(0)
  const asked = readFileSync(join(folder, 'asked'), 'utf8').split('\n')
  expect(asked).toEqual([...Array(2).fill(`portal:documents ${key} --retries 0 stat documents`), ''])
})

test('in Kubernetes, only the ingress controller reaches the portals, and only monitoring their metrics', () => {
  const policy = yaml(read('kubernetes.yaml')).find(({ kind }) => String(kind) === 'NetworkPolicy')?.spec
  expect(policy).toMatchObject({
    podSelector: { matchLabels: { app: 'portal' } },
    policyTypes: ['Ingress', 'Egress'],
    ingress: [
      {
        from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }],
        ports: [{ protocol: 'TCP', port: 'https' }],
      },
      {
        from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
        ports: [{ protocol: 'TCP', port: 'metrics' }],
      },
    ],
  })
})

test('etcd answers only hosts with a certificate of the cluster, over TLS', () => {
  const etcd = yaml(read('etcd.yml'))[0] as Tree
  for (const name of ['client-transport-security', 'peer-transport-security'])
    expect(etcd[name]).toMatchObject({ 'client-cert-auth': true, 'trusted-ca-file': '/etc/etcd/tls/ca.pem' })
  const addresses = Object.entries(etcd).filter(([name]) => name.endsWith('-urls'))
  expect(addresses).toHaveLength(4)
  for (const [, address] of addresses) expect(address).toMatch(/^https:\/\/(10\.0\.0\.21|etcd1):\d+$/)
})

test('Patroni listens on the network of the cluster, and only a password changes the cluster', () => {
  const patroni = yaml(read('patroni.yml'))[0] as Tree
  const { restapi, ctl, etcd3, postgresql } = patroni
  expect([restapi?.listen, postgresql?.listen]).toEqual(['db1:8008', 'db1:5432'])
  expect(restapi).toMatchObject({ certfile: expect.any(String), authentication: { username: 'patroni' } })
  expect(ctl?.cacert).toBe(etcd3?.cacert)
  expect(etcd3).toMatchObject({ protocol: 'https', cert: expect.any(String), key: expect.any(String) })
  for (const who of ['replication', 'rewind'])
    expect(postgresql?.authentication?.[who]).toMatchObject({ sslmode: 'verify-full' })
})

test('PostgreSQL of the cluster admits each login only where it belongs, with TLS over the network', () => {
  const rules = (yaml(read('patroni.yml'))[0] as Tree).postgresql?.pg_hba as unknown as string[]
  const logins = rules.map((rule) => /^(local|hostssl) (\S+ \S+) (\S+ )?scram-sha-256$/.exec(rule))
  expect(logins.map((login) => login && `${login[1]} ${login[2]}`)).toEqual([
    'local all postgres',
    'local replication replicator',
    ...Array(2).fill('hostssl replication replicator'),
    ...Array(2).fill('hostssl postgres rewinder'),
    'hostssl portal portal_owner',
  ])
})

test('nginx offers only suites with forward secrecy and authenticated encryption', () => {
  const [, suites = ''] = /ssl_ciphers ([^;]+);/.exec(read('nginx.conf')) ?? []
  expect(suites.split(':').length).toBeGreaterThan(3)
  for (const suite of suites.split(':'))
    expect(suite).toMatch(/^ECDHE-(ECDSA|RSA)-(AES(128|256)-GCM|CHACHA20)/)
  expect(read('nginx.conf')).toContain('ssl_protocols TLSv1.2 TLSv1.3;')
})

test('the portal offers the same suites of TLS 1.2 as nginx', () => {
  const [, suites = ''] = /ssl_ciphers ([^;]+);/.exec(read('nginx.conf')) ?? []
  const source = readFileSync(resolve(root, 'src/platform/http/tls-options.ts'), 'utf8')
  expect(source.match(/ECDHE-[A-Z0-9-]+/g)).toEqual(suites.split(':'))
})

test('in Kubernetes, probes and the ingress controller speak HTTPS, and the controller checks the certificate', () => {
  const resources = yaml(read('kubernetes.yaml'))
  const find = (kind: string) => resources.find((each) => String(each.kind) === kind)
  const [portal] = find('Deployment')?.spec?.template?.spec?.containers ?? []
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
    expect(portal?.[probe]?.httpGet).toMatchObject({ port: 'https', scheme: 'HTTPS' })
  const prefix = 'nginx.ingress.kubernetes.io'
  expect(find('Ingress')?.metadata?.annotations).toMatchObject({
    [`${prefix}/backend-protocol`]: 'HTTPS',
    [`${prefix}/proxy-ssl-verify`]: 'on',
    [`${prefix}/proxy-ssl-secret`]: 'portal/portal-internal-tls',
  })
  const mounts = portal?.volumeMounts as unknown as { mountPath: string }[]
  for (const file of ['TLS_CERTIFICATE_FILE', 'TLS_KEY_FILE'])
    expect(mounts.some(({ mountPath }) => find('ConfigMap')?.data?.[file]?.startsWith(mountPath))).toBe(true)
})

test('every example states how its network is protected', () => {
  const { services, networks } = yaml(read('compose.yaml'))[0] as Tree
  for (const name of ['portal-1', 'portal-2'])
    expect(services?.[name]?.environment?.NETWORK_PROTECTION).toBe('same-machine')
  expect(networks?.inside?.driver).toBe('bridge')
  expect(yaml(read('kubernetes.yaml')).some(({ data }) => data?.NETWORK_PROTECTION)).toBe(false)
})

test('nginx redirects pages to TLS, but refuses the API without it', () => {
  const [plain = ''] = read('nginx.conf').split('listen 443')
  expect(plain).toMatch(/location \/ \{\s+return 301 https:/)
  for (const path of ['api', 'scim'])
    expect(plain).toMatch(new RegExp(`location /${path}/ \\{\\s+return 403;`))
})

test('nginx replaces the headers about the visitor, and adds security headers only to its own pages', () => {
  const site = read('nginx.conf')
  expect(site).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
  expect(site).toContain('proxy_set_header X-Forwarded-Host "";')
  for (const [, name, variable] of site.matchAll(/add_header (\S+) (\S+) always;/g))
    expect(site).toContain(`map $upstream_http_${name?.toLowerCase().replaceAll('-', '_')} ${variable} {`)
  expect(site.match(/add_header/g)).toHaveLength(4)
})

test('every service manager waits longer than the portal takes to finish running requests', () => {
  const { services } = yaml(read('compose.yaml'))[0] as Tree
  expect(services?.['portal-1']?.stop_grace_period).toBe('40s')
  expect(read('kubernetes.yaml')).toMatch(/^ +terminationGracePeriodSeconds: 40$/m)
  expect(read('portal.service')).toMatch(/^TimeoutStopSec=40$/m)
})
