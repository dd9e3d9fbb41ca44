import { z } from 'zod'
import { messages } from './messages.ts'
import { linkList, setting, words } from './setting-schemas.ts'

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
