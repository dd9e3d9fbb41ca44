import { metrics, type Observable } from '@opentelemetry/api'
import type { Registry } from 'prom-client'
import type { Environment } from '../config/setting-values.ts'
import { isTelemetryWanted } from './exporter-settings.ts'

/**
 * Starts the OpenTelemetry SDK, which reads its standard variables itself, if they ask for it; otherwise, none of its modules
 * is loaded. Returns what exports the rest and stops it. Call it before anything that is traced.
 */
export async function startTelemetry(environment: Environment): Promise<() => Promise<void>> {
  if (!isTelemetryWanted(environment)) return async () => {}
  const [{ NodeSDK }, { hostDetector, serviceInstanceIdDetector }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/resources'),
  ])
  const sdk = new NodeSDK({
    serviceName: environment.OTEL_SERVICE_NAME?.trim() || 'portal',
    // The portal traces its own work. Instrumentation of libraries would record addresses, which hold what people typed.
    instrumentations: [],
    logRecordProcessors: [],
    // Not the process: the SDK would report its owner, who may be a person, and its command line.
    resourceDetectors: [hostDetector, serviceInstanceIdDetector],
  })
  sdk.start()
  return () => sdk.shutdown()
}

/** Exports the gauges and counters of Prometheus under their names. The durations of requests have their own histogram. */
export function exportMetrics(registry: Registry): void {
  const meter = metrics.getMeter('portal')
  const instruments = new Map<string, Observable>()
  for (const { name, help, type } of registry.getMetricsAsArray()) {
    const kind = String(type)
    if (kind === 'gauge') instruments.set(name, meter.createObservableGauge(name, { description: help }))
    if (kind === 'counter') instruments.set(name, meter.createObservableCounter(name, { description: help }))
  }
  meter.addBatchObservableCallback(
    async (observer) => {
      for (const { name, values } of await registry.getMetricsAsJSON()) {
        const instrument = instruments.get(name)
        if (!instrument) continue
        for (const { value, labels } of values)
          if (Number.isFinite(value)) observer.observe(instrument, value, labels as Record<string, string>)
      }
    },
    [...instruments.values()],
  )
}
