import type { Environment } from '../config/setting-values.ts'

/** The standard variables that turn telemetry on: a collector, or another exporter. */
const switches = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
  'OTEL_METRICS_EXPORTER',
]

/** Whether the variables of OpenTelemetry ask for traces or metrics. */
export const isTelemetryWanted = (environment: Environment): boolean =>
  switches.some((name) => environment[name]?.trim()) &&
  environment.OTEL_SDK_DISABLED?.trim().toLowerCase() !== 'true'

/** Where an exporter connects, or listens, and the variable that says so. */
type ExporterAddress = { name: string; host: string; isEncrypted: boolean }

/** Where the SDK would send telemetry, or serve it, as its own variables say. Without an address, that is this machine. */
export const listExporters = (environment: Environment): ExporterAddress[] =>
  isTelemetryWanted(environment)
    ? (['TRACES', 'METRICS'] as const).flatMap((signal) => listSignalExporters(signal, environment))
    : []

function listSignalExporters(signal: 'TRACES' | 'METRICS', environment: Environment): ExporterAddress[] {
  const read = (name: string) => environment[name]?.trim() || undefined
  const describe = (name: string | undefined, isInsecure = false) => {
    const address = name && read(name)
    return name && address ? [{ name, ...describeAddress(address, isInsecure) }] : []
  }
  return chooseExporters(signal, read(`OTEL_${signal}_EXPORTER`) ?? '').flatMap((exporter) => {
    if (exporter === 'otlp') {
      const own = [`OTEL_EXPORTER_OTLP_${signal}`, 'OTEL_EXPORTER_OTLP']
      const [insecure] = own.flatMap((prefix) => read(`${prefix}_INSECURE`) ?? [])
      const address = own.map((prefix) => `${prefix}_ENDPOINT`).find(read)
      return describe(address, insecure?.toLowerCase() === 'true')
    }
    if (exporter === 'zipkin') return describe('OTEL_EXPORTER_ZIPKIN_ENDPOINT')
    return exporter === 'prometheus' ? describe('OTEL_EXPORTER_PROMETHEUS_HOST', true) : []
  })
}

/** The exporters that the SDK takes from a list. With "none" after another one, it sends traces to the collector. */
function chooseExporters(signal: 'TRACES' | 'METRICS', list: string): string[] {
  const named = list.split(',').map((each) => each.trim())
  const chosen = named.filter((each) => each !== '' && !(signal === 'TRACES' && each === 'null'))
  const hasNone = chosen.includes('none')
  if (hasNone && (signal === 'METRICS' || chosen[0] === 'none')) return []
  return chosen.length === 0 || hasNone ? ['otlp'] : chosen
}

/**
 * An address of gRPC may have no protocol: then it has TLS, unless another variable turns it off. The same applies if the protocol is
 * not in lowercase.
 */
function describeAddress(address: string, isInsecure: boolean): Omit<ExporterAddress, 'name'> {
  if (address.startsWith('unix:')) return { host: '/', isEncrypted: false }
  const [, protocol = ''] = /^([a-z]+):\/\//i.exec(address) ?? []
  const text = protocol ? address : `grpc://${address}`
  const host = URL.canParse(text) ? new URL(text).hostname : address
  const mayBeTls = protocol === '' || protocol.toLowerCase() === 'https'
  return { host, isEncrypted: protocol === 'https' || (mayBeTls && !isInsecure) }
}
