import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { root } from '../architecture/source.ts'

const alertRule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string(),
  labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string() }),
})
const group = z.strictObject({ name: z.string(), rules: z.array(alertRule).min(1) })
const ruleFile = z.strictObject({ groups: z.array(group).min(1) })

const alertCheck = z.object({
  eval_time: z.string(),
  alertname: z.string(),
  exp_alerts: z.array(z.unknown()).default([]),
})
const alertTest = z.object({
  name: z.string(),
  input_series: z.array(z.object({ series: z.string() })),
  alert_rule_test: z.array(alertCheck).min(1),
})
const testFile = z.object({ tests: z.array(alertTest).min(1) })

/** A test of the alerts: series, and the alerts that fire at certain times, if any. */
export type AlertTest = z.infer<typeof alertTest>

export const alertRulesFile = resolve(root, 'deploy/prometheus-alerts.yml')

/** The files that promtool runs. */
export const alertTestFiles = globSync('tests/resilience/alert-rules/*.test.yml', { cwd: root })
  .sort()
  .map((path) => resolve(root, path))

const read = (path: string): unknown => parse(readFileSync(path, 'utf8'))

/** The alerts in deploy/. Throws if one lacks its expression, duration, severity or text. */
export const listAlertRules = () => ruleFile.parse(read(alertRulesFile)).groups.flatMap(({ rules }) => rules)

export const listAlertTests = (): AlertTest[] =>
  alertTestFiles.flatMap((path) => testFile.parse(read(path)).tests)

/** A metric in an expression or a test, and its labels, each with the values that it is compared with. */
export type Selector = { metric: string; labels: { name: string; values: string[] }[] }

/** The metrics with labels in an expression, for example `up{job="portal"}`. */
export const parseSelectors = (expression: string): Selector[] =>
  [...expression.matchAll(/(\w+)\{(.*?)\}/g)].map(([, metric = '', labels = '']) => ({
    metric,
    labels: [...labels.matchAll(/(\w+)(?:=|!=|=~|!~)"(.*?)"/g)].map(([, name = '', value = '']) => ({
      name,
      values: value.split('|'),
    })),
  }))
