import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type ExternalServer, startPortal } from './external-server.ts'
import { getThroughProxy, startNginx } from './nginx.ts'
import { freePort, root, terminate, waitUntilReady } from './portal-run.ts'
import type { Report } from './scenario.ts'

const startMs = 180_000
const name = 'portal.internal'
const production = {
  NODE_ENV: 'production',
  ALLOW_INSECURE_TRIAL: 'off',
  DEMO_DATA: 'off',
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://portal.example.com',
  OIDC_ISSUER: 'https://login.example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
  TRUSTED_PROXIES: '127.0.0.1',
}

/**
 * A portal under the production rules that other machines can reach: without a certificate it does not start, and with one,
 * nginx checks it as docs/installing.md says. The database must have no demo data.
 */
export async function checkProxyTls(server: ExternalServer, report: Report) {
  const plain = await startPortal(server, production)
  const code = await plain.process.ended
  report(
    'a portal without TLS does not listen to other machines under the production rules',
    code === 1 && /HOST accepts.*TLS_CERTIFICATE_FILE/.test(plain.process.output()),
    plain.process.output().slice(0, 300),
  )
  const folder = join(server.folder, 'portal-tls')
  const script = join(root, 'deploy/cluster-certificates.sh')
  execFileSync('sh', [script, folder, `${name}=127.0.0.1`], { stdio: 'ignore' })
  const authority = join(folder, 'ca.pem')
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(authority, 'utf8')])
  const portal = await startPortal(server, {
    ...production,
    TLS_CERTIFICATE_FILE: join(folder, `${name}.pem`),
    TLS_KEY_FILE: join(folder, `${name}-key.pem`),
  })
  try {
    await waitUntilReady(portal.process, portal.port, startMs, 'https')
    const place = join(server.folder, 'checked')
    const right = await readThrough(place, documentedBlock(authority), portal.port)
    report('nginx checks the certificate of a portal', right === 200, `${right}`)
    const wrong = documentedBlock(authority).replace(name, 'portal.example.com')
    const refused = await readThrough(join(server.folder, 'refused'), wrong, portal.port)
    report('nginx refuses a portal with another name', refused === 502, `${refused}`)
  } finally {
    await terminate(portal.process)
  }
}

/** The directives of docs/installing.md, with the authority of this test. */
function documentedBlock(authority: string): string {
  const guide = readFileSync(join(root, 'docs/installing.md'), 'utf8')
  const [, block = ''] = /^```nginx\n(.*?)^```$/ms.exec(guide) ?? []
  return block.replace(/proxy_ssl_trusted_certificate .*;/, `proxy_ssl_trusted_certificate ${authority};`)
}

/** The status of a request through an nginx with these directives. */
async function readThrough(folder: string, tls: string, port: number): Promise<number> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const nginx = await startNginx(folder, { httpPort, httpsPort, portals: [{ port }], tls })
  try {
    return (await getThroughProxy(httpsPort, '/healthz')).status
  } finally {
    nginx.kill('SIGQUIT')
    await once(nginx, 'close')
  }
}
