import { expect, test } from 'vitest'
import { isTelemetryWanted, listExporters } from './exporter-settings.ts'

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com:4318' }

/** What each exporter would do, as `variable host encrypted`. */
const exporters = (environment: Record<string, string>) =>
  [...new Set(listExporters(environment).map((each) => Object.values(each).join(' ')))].sort()

test.each([[{}], [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }], [{ ...collector, OTEL_SDK_DISABLED: 'true' }]] as [
  Record<string, string>,
][])('there is no exporter with %j', (environment) => {
  expect(isTelemetryWanted(environment)).toBe(false)
  expect(listExporters({ ...environment, OTEL_EXPORTER_ZIPKIN_ENDPOINT: 'http://a.test' })).toEqual([])
})

test('a collector gets traces and metrics, unless one of them has another exporter', () => {
  expect(exporters(collector)).toEqual(['OTEL_EXPORTER_OTLP_ENDPOINT collector.example.com true'])
  const own = { ...collector, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://10.0.0.7:4318/v1/traces' }
  expect(exporters(own)).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT collector.example.com true',
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT 10.0.0.7 false',
  ])
  expect(exporters({ ...own, OTEL_TRACES_EXPORTER: 'none' })).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT collector.example.com true',
  ])
  expect(exporters({ OTEL_TRACES_EXPORTER: 'otlp' })).toEqual([])
})

test.each([
  ['collector:4317', {}, 'collector true'],
  ['collector:4317', { OTEL_EXPORTER_OTLP_INSECURE: 'true' }, 'collector false'],
  ['https://collector:4317', { OTEL_EXPORTER_OTLP_INSECURE: 'true' }, 'collector true'],
  ['HTTPS://collector:4317', { OTEL_EXPORTER_OTLP_INSECURE: 'true' }, 'collector false'],
  ['HTTPS://collector:4317', {}, 'collector true'],
  ['http://collector:4317', {}, 'collector false'],
  ['[fd00::7]:4317', { OTEL_EXPORTER_OTLP_INSECURE: 'TRUE' }, '[fd00::7] false'],
  ['unix:///run/collector', { OTEL_EXPORTER_OTLP_INSECURE: 'true' }, '/ false'],
])('gRPC to %s with %j has the address and the encryption "%s"', (address, others, expected) => {
  const environment = {
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_ENDPOINT: address,
    ...others,
  }
  expect(exporters(environment)).toEqual([`OTEL_EXPORTER_OTLP_ENDPOINT ${expected}`])
})

test('the setting of one signal to forgo TLS comes before that of both', () => {
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
    OTEL_EXPORTER_OTLP_INSECURE: 'true',
    OTEL_EXPORTER_OTLP_TRACES_INSECURE: 'false',
    OTEL_EXPORTER_OTLP_METRICS_INSECURE: 'false',
  }
  expect(exporters(environment)).toEqual(['OTEL_EXPORTER_OTLP_ENDPOINT collector true'])
})

test('other exporters stay on this machine unless a variable names another address', () => {
  const both = { OTEL_TRACES_EXPORTER: 'console, zipkin', OTEL_METRICS_EXPORTER: 'prometheus' }
  expect(exporters(both)).toEqual([])
  const away = { OTEL_EXPORTER_ZIPKIN_ENDPOINT: 'http://zipkin:9411', OTEL_EXPORTER_PROMETHEUS_HOST: '::' }
  expect(exporters({ ...both, ...away })).toEqual([
    'OTEL_EXPORTER_PROMETHEUS_HOST :: false',
    'OTEL_EXPORTER_ZIPKIN_ENDPOINT zipkin false',
  ])
})

test.each([
  ['zipkin,none', ['OTEL_EXPORTER_OTLP_ENDPOINT 10.0.0.7 false']],
  ['none,zipkin', []],
  ['null', ['OTEL_EXPORTER_OTLP_ENDPOINT 10.0.0.7 false']],
  [',', ['OTEL_EXPORTER_OTLP_ENDPOINT 10.0.0.7 false']],
  ['zipkin,console', ['OTEL_EXPORTER_ZIPKIN_ENDPOINT zipkin false']],
])('the trace exporters "%s" are those that the SDK uses', (OTEL_TRACES_EXPORTER, expected) => {
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.7:4318',
    OTEL_EXPORTER_ZIPKIN_ENDPOINT: 'http://zipkin:9411',
    OTEL_TRACES_EXPORTER,
    OTEL_METRICS_EXPORTER: 'otlp,none',
  }
  expect(exporters(environment)).toEqual(expected)
})
