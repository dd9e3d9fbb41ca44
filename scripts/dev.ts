// `npm run dev`: the portal with hot reload. Vite serves the page sources and forwards all other requests to the
// portal, which restarts when a server file changes. It uses the database of `npm start`.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { readConfig } from '#platform/config/settings.ts'
import { openDatabaseContext } from '#platform/db/database-context.ts'
import { freePort } from '../tests/resilience/portal-run.ts'

const config = readConfig(process.env)
const entry = '<link rel="modulepreload" href="/src/app/web/main.tsx">'
const servedByVite = /^\/(@|src\/|node_modules\/|__)/
const isServerFile = (file: string) =>
  /\/src\/.*\.(ts|yaml|html)$/.test(file) && !/\/web\/|\.test\./.test(file)
const restartTimeoutMs = 30_000

const portalPort = await freePort()
// Keeps the embedded PostgreSQL running while the portal restarts.
const database = await openDatabaseContext(config, 'command', console.log)
let portal = startPortal()
let restart = Promise.resolve()
const pages = await createServer({
  appType: 'custom',
  server: { port: config.PORT, strictPort: true, host: config.HOST },
  plugins: [portalProxy()],
})
pages.watcher.on('change', (file) => {
  if (isServerFile(file)) restart = restart.then(restartPortal)
})
await pages.listen()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
console.log(`Hot reload at http://localhost:${config.PORT}. Press Ctrl-C to stop.`)

function startPortal(): ChildProcess {
  const env = { ...process.env, PORT: String(portalPort), PUBLIC_URL: `http://localhost:${config.PORT}` }
  return spawn(process.execPath, ['src/app/main.ts'], { stdio: 'inherit', env })
}

async function endPortal() {
  portal.kill('SIGTERM')
  if (portal.exitCode === null && portal.signalCode === null) await once(portal, 'exit')
}

async function restartPortal() {
  await endPortal()
  portal = startPortal()
}

async function stop() {
  await Promise.all([pages.close(), endPortal()])
  await database.close()
  process.exit(0)
}

function portalProxy(): Plugin {
  return {
    name: 'portal-proxy',
    configureServer(vite) {
      vite.middlewares.use((req, res, next) => {
        if (servedByVite.test(req.url ?? '/')) next()
        else forward(vite, req, res).catch(next)
      })
    },
  }
}

/** Forwards a request to the portal. Pages load their code from Vite instead of the last build. */
async function forward(vite: ViteDevServer, req: IncomingMessage, res: ServerResponse) {
  const response = await fetchFromPortal(req)
  const headers = { ...response.headers }
  if (!headers['content-type']?.startsWith('text/html')) {
    res.writeHead(response.statusCode ?? 502, headers)
    response.pipe(res)
    return
  }
  const html = await text(response)
  const page = html.replace(/(<template id="deferred">).*?(<\/template>)/s, `$1${entry}$2`)
  // Vite's own scripts and styles have no nonce.
  if (page !== html) delete headers['content-security-policy']
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) delete headers[name]
  res.writeHead(response.statusCode ?? 502, headers)
  res.end(page === html ? html : await vite.transformIndexHtml(req.url ?? '/', page))
}

/** Gets the portal's response. GET requests wait while the portal restarts; others are sent once. */
async function fetchFromPortal(req: IncomingMessage): Promise<IncomingMessage> {
  const end = performance.now() + restartTimeoutMs
  for (;;) {
    try {
      return await send(req)
    } catch (error) {
      const isRestarting = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
      if (!isRestarting || req.method !== 'GET' || performance.now() > end) throw error
      await sleep(100)
    }
  }
}

function send(req: IncomingMessage): Promise<IncomingMessage> {
  const { method, url: path, headers } = req
  const sent = request({ host: '127.0.0.1', port: portalPort, method, path, headers })
  const response = Promise.withResolvers<IncomingMessage>()
  sent.once('response', response.resolve).once('error', response.reject)
  if (method === 'GET' || method === 'HEAD') sent.end()
  else req.pipe(sent)
  return response.promise
}
