import { expect, test } from 'vitest'
import { type AlertTest, listAlertRules, listAlertTests, parseSelectors } from '#test-support/alert-rules.ts'
import { ships, sources } from './source.ts'

const rules = listAlertRules()
const alerts = rules.map(({ alert }) => alert)
const tests = listAlertTests()

const fail = (time: string): never => {
  throw new Error(`The time ${time} is not in hours and minutes.`)
}
const toMinutes = (time: string) => {
  const [, hours = '0', minutes = '0'] = /^(?=.)(?:(\d+)h)?(?:(\d+)m)?$/.exec(time) ?? fail(time)
  return Number(hours) * 60 + Number(minutes)
}

/** Whether a test shows that an alert is silent at one time and fires at a later one. */
function isShown(alert: string, { alert_rule_test: checks }: AlertTest): boolean {
  const times = (isFiring: boolean) =>
    checks
      .filter(({ alertname, exp_alerts }) => alertname === alert && exp_alerts.length > 0 === isFiring)
      .map(({ eval_time }) => toMinutes(eval_time))
  return Math.min(...times(false)) < Math.max(...times(true))
}

const findUntested = (names: readonly string[]) =>
  names.filter((alert) => !tests.some((each) => isShown(alert, each)))

test('every alert has an expression, a duration, a severity and text that says what to do', () => {
  // Reading them throws if a part is missing.
  expect(rules.filter((rule) => rule.expr === '' || !/^\d+[mh]$/.test(rule.for))).toEqual([])
  const isShort = (text: string) => text.length < 20
  expect(
    rules.filter(({ annotations: { summary, description } }) => isShort(summary) || isShort(description)),
  ).toEqual([])
})

test('every alert has a test in which it is silent at first and fires later', () => {
  expect(new Set(alerts).size).toBe(alerts.length)
  expect(alerts.length).toBeGreaterThan(20)
  expect(findUntested(alerts)).toEqual([])
})

test('detects an alert without a test, or with one in which it only fires or is only silent', () => {
  expect(findUntested(['PortalPigeonsLost'])).toEqual(['PortalPigeonsLost'])
  const silent = { eval_time: '1h', alertname: 'PortalDown', exp_alerts: [] }
  const firing = { eval_time: '2h5m', alertname: 'PortalDown', exp_alerts: [{}] }
  const shows = (...checks: AlertTest['alert_rule_test']) =>
    isShown('PortalDown', { name: 'x', input_series: [], alert_rule_test: checks })
  expect(shows(firing, silent)).toBe(true)
  expect(shows(firing)).toBe(false)
  expect(shows(silent)).toBe(false)
  expect(shows(firing, { ...silent, eval_time: '3h' })).toBe(false)
})

test('the tests name only alerts that exist', () => {
  const named = tests.flatMap(({ alert_rule_test: checks }) => checks.map(({ alertname }) => alertname))
  expect(named.filter((alert) => !alerts.includes(alert))).toEqual([])
})

test('every alert is silent while two portals are at work, and while its metric is absent', () => {
  for (const name of [
    'Two portals at work do not alert, and neither does the restart of one',
    'Metrics that are absent do not alert',
  ]) {
    const checks = tests.find((each) => each.name === name)?.alert_rule_test ?? []
    expect(checks.filter(({ exp_alerts }) => exp_alerts.length > 0)).toEqual([])
    expect(alerts.filter((alert) => !checks.some(({ alertname }) => alertname === alert))).toEqual([])
  }
})

test('the code of the portal contains every value of a label that an alert names', () => {
  const code = sources()
    .filter(ships)
    .map(({ text }) => text)
    .join('\n')
  const selected = rules
    .flatMap(({ expr }) => parseSelectors(expr))
    .flatMap(({ metric, labels }) =>
      labels
        .filter(({ name }) => name !== 'job' && name !== 'status')
        .flatMap(({ name, values }) => values.map((value) => ({ metric, name, value }))),
    )
  expect(selected.length).toBeGreaterThan(10)
  expect(selected.filter(({ value }) => !code.includes(`'${value}'`))).toEqual([])
})
