import { lookup } from 'node:dns/promises'
import type { Server } from 'node:http'
import net from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#platform/config/settings.ts'
import { serveMetrics } from '#platform/http/monitoring-routes.ts'
import { readTlsOptions } from '#platform/http/tls-options.ts'
import { exportMetrics } from '#platform/telemetry/start-telemetry.ts'
import { messages } from './startup-messages.ts'

type Address = Pick<Config, 'HOST' | 'PORT'>

/** Accepts connections from now on. Returns the address as a URL. Throws a readable error if it cannot be used. */
export async function listen(app: FastifyInstance, config: Address): Promise<string> {
  try {
    return await app.listen({ port: config.PORT, host: config.HOST })
  } catch (cause) {
    throw listenError(cause, config)
  }
}

/**
 * Throws the error that `listen` would throw if another process uses the port, this user may not open it, or the host is not
 * an address of this machine. Only binds the port: a proxy that connects is refused, and tries another portal.
 */
export async function rejectUnusableAddress(config: Address): Promise<undefined> {
  // Node.js has had it since 24.19. Releases bundle a newer Node.js, except on macOS.
  if (!net.BoundSocket) return
  try {
    const { address } = await lookup(config.HOST)
    new net.BoundSocket({ host: address, port: config.PORT }).close()
  } catch (cause) {
    throw listenError(cause, config)
  }
}

/**
 * Exports the metrics to the collector, if there is one, and serves them to Prometheus on a port, if one is set. Returns the
 * server of that port.
 */
export async function publishMetrics(app: FastifyInstance, config: Config): Promise<Server | undefined> {
  const { METRICS_PORT: port, METRICS_HOST: host } = config
  exportMetrics(app.metrics)
  if (port === undefined) return undefined
  return serveMetrics(app.metrics, { port, host }, readTlsOptions(config)).catch((cause: unknown) => {
    throw new Error(messages.metricsPortTaken(host, port), { cause })
  })
}

const listenError = (cause: unknown, address: Address) =>
  new Error(describeListenError((cause as { code?: string }).code, address), { cause })

function describeListenError(code: string | undefined, { HOST, PORT }: Address) {
  if (code === 'EADDRINUSE') return messages.portTaken(PORT)
  if (code === 'EACCES') return messages.portNeedsRights(PORT)
  if (code && unknownAddressCodes.has(code)) return messages.addressElsewhere(HOST)
  return messages.cannotListen(HOST, PORT, code)
}

const unknownAddressCodes: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])
