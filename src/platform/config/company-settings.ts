import { z } from 'zod'
import { now } from '../contract/clock.ts'
import { dayInUtc } from '../contract/date-format.ts'
import { messages } from './messages.ts'
import { linkList, setting, words } from './setting-schemas.ts'

/** Where to report a weakness: an email address or an https page. */
const securityContact = z
  .string()
  .refine(
    (text) => z.email().safeParse(text).success || (/^https:/.test(text) && URL.canParse(text)),
    messages.settingFaults.notSecurityContact,
  )

/** What people see of the company that runs the portal. */
export const companySettings = {
  COMPANY_NAME: setting(
    words.default('Harborline Assistance'),
    'Harborline Assistance',
    'Company name',
    'Acme Assistance',
  ),
  SERVICE_EMAIL: setting(
    z.email(messages.settingFaults.notEmail).default('service@example.com'),
    'service@example.com',
    'Email address of 24/7 customer service',
    'help@example.com',
  ),
  SERVICE_PHONE: setting(
    words.default('(212) 555-0100'),
    '(212) 555-0100',
    'Phone number of 24/7 customer service',
    '+1 305 555 0100',
  ),
  COMPANY_ADDRESS: setting(
    words.default('1 Example Way, Springfield, MA 01103'),
    '1 Example Way, Springfield, MA 01103',
    "Company's postal address",
    '200 Main Street, Miami, FL 33131',
  ),
  SECURITY_CONTACT: setting(
    securityContact.optional(),
    'none',
    'Where to report a vulnerability: an email address or an https page, for /.well-known/security.txt',
    'security@example.com',
  ),
  SECURITY_CONTACT_EXPIRES: setting(
    z.iso.date(messages.settingFaults.notDate).optional(),
    'none',
    'Last day on which the security contact is valid, at most a year ahead',
    '2027-06-30',
  ),
  SOCIAL_LINKS: setting(
    linkList.default([
      { label: 'LinkedIn', url: 'https://example.com/linkedin' },
      { label: 'YouTube', url: 'https://example.com/youtube' },
    ]),
    'LinkedIn and YouTube at example.com',
    "Links to the company's social pages, for the footer",
    'LinkedIn https://www.linkedin.com/company/example, YouTube https://www.youtube.com/@example',
  ),
  LEGAL_LINKS: setting(
    linkList.default([]),
    'none',
    'Links to legal pages, for the footer',
    'Privacy https://www.example.com/privacy, Terms https://www.example.com/terms',
  ),
}

const shownToPeople = ['COMPANY_NAME', 'SERVICE_EMAIL', 'SERVICE_PHONE', 'COMPANY_ADDRESS'] as const

export type Company = Record<(typeof shownToPeople)[number], string> & { LEGAL_LINKS: readonly unknown[] }

/** The names of the settings that still have the value of the demo's made-up company, such as its telephone number. */
export const listMadeUp = (company: Company): string[] =>
  shownToPeople.filter((name) => company[name] === companySettings[name].byDefault)

type SecurityContact = {
  SECURITY_CONTACT?: string | undefined
  SECURITY_CONTACT_EXPIRES?: string | undefined
}

/** Returns what is wrong with the security contact; undefined if nothing is. */
export const securityContactError = (config: SecurityContact): string | undefined =>
  config.SECURITY_CONTACT && !config.SECURITY_CONTACT_EXPIRES
    ? messages.securityContactWithoutExpiry
    : undefined

/** The warning for a security contact whose day has passed; undefined for any other. */
export const expiredContactWarning = (config: SecurityContact): string | undefined =>
  config.SECURITY_CONTACT &&
  config.SECURITY_CONTACT_EXPIRES &&
  config.SECURITY_CONTACT_EXPIRES < dayInUtc(now())
    ? messages.securityContactExpired(config.SECURITY_CONTACT_EXPIRES)
    : undefined
