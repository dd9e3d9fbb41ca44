import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { labelItn } from '#cases/rules.ts'
import type { PortalProcess } from './portal-process.ts'
import { expect } from './portal-test.ts'
import { signIn } from './staff.ts'

const header =
  'itn,client,hmo,policy,incidentNumber,patientName,providerName,serviceFrom,serviceTo,totalCharge,currency,receivedAt'

/** How many bills each test has, by the prefix of their ITNs. */
const bills = { LOOK: 3, SLIP: 2, TURN: 15, KEYS: 3, TINY: 4, LONG: 3, SLOW: 5, WIDE: 2 }

const portalsWithItns = new WeakSet<PortalProcess>()

/**
 * Imports bills of ALP3 into a portal, once for all files that share it. They have been pending for a month, longer
 * than all demo bills.
 */
export async function importItns(portal: PortalProcess) {
  if (portalsWithItns.has(portal)) return
  portalsWithItns.add(portal)
  const lines = Object.entries(bills).flatMap(([prefix, count]) =>
    Array.from({ length: count }, (_, at) => {
      const number = String(at + 1).padStart(2, '0')
      const received = `2026-01-${number}T12:00:00Z`
      return `${prefix}${number},ALP3,North HMO,POL-${number},,"Quillfeather, Ada",Mercy ${prefix} Hospital,2025-11-20,2025-11-21,1250.50,USD,${received}`
    }),
  )
  const folder = await mkdtemp(join(tmpdir(), 'itns-of-browser-tests-'))
  const file = join(folder, 'itns.csv')
  await writeFile(file, [header, ...lines, ''].join('\n'))
  const { exitCode, output } = await portal.command('import', 'itns', file)
  await rm(folder, { recursive: true })
  if (exitCode !== 0) throw new Error(output)
}

/** Signs in and lists the pending authorizations. */
export async function listPending(page: Page) {
  await signIn(page, 'alpine', '/authorization')
  await expect(page.getByText(/^\d+ pending authorizations$/)).toBeVisible()
  // The list follows its count, because it renders in the background.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

export const reviewDialog = (page: Page, itn?: string) =>
  page.getByRole('dialog', { name: itn ? labelItn(itn) : /^ITN/ })

/** Opens a bill of the list for review and waits until its PDF is readable. */
export async function openBill(page: Page, itn: string) {
  await page.getByLabel('Provider').fill(itn.replace(/\d+$/, ''))
  await page.getByRole('button', { name: `Decide: ${labelItn(itn)}` }).click()
  await expectPdf(page, itn)
}

/** Waits for the PDF of a bill and its text layer. */
export const expectPdf = (page: Page, itn: string) =>
  expect(
    page.getByRole('region', { name: `PDF of ITN ${itn}` }).getByText(itn, { exact: true }),
  ).toBeVisible()

export const choose = (page: Page, action: string) =>
  reviewDialog(page).getByRole('radio', { name: action }).check()
export const save = (page: Page) => reviewDialog(page).getByRole('button', { name: 'Save' }).click()
