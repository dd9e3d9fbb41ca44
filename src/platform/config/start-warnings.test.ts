import { expect, test } from 'vitest'
import { readConfig } from './settings.ts'
import { startWarnings } from './start-warnings.ts'

const warningsOf = (environment: Record<string, string>) =>
  startWarnings(readConfig(environment), environment)
const complete = {
  PUBLIC_URL: 'https://portal.example.com',
  OIDC_ISSUER: 'https://login.example.com',
  SMTP_URL: 'smtp://mail.example.com:587?requireTLS=true',
}

test.each([
  ['OIDC_ISUER', 'OIDC_ISSUER'],
  ['oidc_acr_value', 'OIDC_ACR_VALUES'],
  ['DOCUMENTS_KEY_FILE', 'DOCUMENTS_KEYS_FILE'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['SMTP_URL_FIEL', 'SMTP_URL_FILE'],
])('asks whether %s was meant to be %s', (name, meant) => {
  expect(warningsOf({ [name]: 'x' })).toEqual([
    `WARNING: ${name} is ignored, because the portal has no setting with this name. Did you mean ${meant}?`,
  ])
})

test.each([
  'OIDC_REQUIRE_MFA',
  'oidc_require_mfa',
  'DOCUMENT_SCANNER',
  'TLS_CERT_FILE',
  'STEP_UP_MFA',
  'AUDIT_KEY',
  'ENCRYPT_DOCUMENTS',
])('warns that %s turns no protection on', (name) => {
  expect(warningsOf({ [name]: 'on' })[0] ?? '').toContain(`WARNING: ${name} is ignored`)
})

test('says nothing about settings, their files and former names, empty variables and those of the system', () => {
  const settings = {
    LOG_LEVEL: 'warn',
    SMTP_URL_FILE: 'package.json',
    MAILS_IN_ALL: '9',
    OIDC_ISUER: '',
    AUDIT_KEY_FILE: '/etc/portal/audit-key.pem',
    NODE_OPTIONS: '--enable-source-maps',
  }
  const system = [
    'AWS_DEFAULT_REGION',
    'AWS_PROFILE',
    'AWS_ENDPOINT_URL_S3',
    'AWS_CA_BUNDLE',
    'AWS_ROLE_ARN',
    'COLORTERM',
    'DATABASE_PORT',
    'DATABASE_SERVICE_HOST',
    'HOME',
    'HOSTNAME',
    'HOSTTYPE',
    'LANGUAGE',
    'LOGNAME',
    'LS_COLORS',
    'NODE_COMPILE_CACHE',
    'NODE_EXTRA_CA_CERTS',
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'OLDPWD',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_SDK_DISABLED',
    'OTEL_SERVICE_NAME',
    'PGHOST',
    'PORTAL_OPERATOR',
    'PORTAL_PORT',
    'PORTAL_SERVICE_PORT',
    'SUDO_USER',
    'DOAS_USER',
    'PATH',
    'PWD',
    'SHELL',
    'TZ',
    'USER',
    'AUDIT_SERVICE_HOST',
    'DOCUMENTS_PORT_9000_TCP_ADDR',
    'OIDC_PORT',
    'OIDC_SERVICE_PORT_HTTPS',
    'MAILFROM',
    'INVOCATION_ID',
    'JOURNAL_STREAM',
    'MEMORY_PRESSURE_WATCH',
    'NOTIFY_SOCKET',
    'CREDENTIALS_DIRECTORY',
  ]
  const environment = { ...settings, ...Object.fromEntries(system.map((name) => [name, 'x'])) }
  expect(startWarnings(readConfig({}), environment)).toEqual([])
})

test('warns in production of what people see of the made-up company of the demo, and of a missing privacy notice', () => {
  const own = { COMPANY_NAME: 'Acme', SERVICE_EMAIL: 'help@acme.example', COMPANY_ADDRESS: '1 Acme Way' }
  expect(warningsOf({ ...complete, ...own })).toEqual([
    'WARNING: People see the made-up company of the demo, because SERVICE_PHONE is not set.',
    'WARNING: LEGAL_LINKS is empty, so no page has a link to your privacy notice.',
  ])
  const all = {
    ...own,
    SERVICE_PHONE: '+1 305 555 0199',
    LEGAL_LINKS: 'Privacy https://acme.example/privacy',
  }
  expect(warningsOf({ ...complete, ...all })).toEqual([])
  expect(warningsOf({})).toEqual([])
})

test('gives no warning when the trial switch has no rules to lift', () => {
  expect(warningsOf({ ALLOW_INSECURE_TRIAL: 'on' })).toEqual([])
})
