import { copyFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, sharedData, test, testWithSharedData } from './portal-test.ts'

const network = ['--network', 'publicFacilities']
const hospitals = resolve(sharedData, 'us_hospitals_cms2026_geocoded.csv')
const facilities = resolve(sharedData, 'us_facilities_other.csv')

testWithSharedData(
  'an operator imports public rosters and users find exactly their providers',
  async ({ page, portal }, testInfo) => {
    test.setTimeout(120_000)
    await expectSuccess(portal.command('directory', 'import', 'tests/e2e/rosters/public-facilities.yaml'))
    const roster = async (file: string, mapping: string, source: string) => {
      const copy = testInfo.outputPath(`${source}.csv`)
      await copyFile(file, copy)
      return portal.command('import', 'providers', copy, '--mapping', mapping, '--source', source, ...network)
    }
    await expectSuccess(roster(hospitals, 'cms-hospitals', 'hospitals'))
    // Two clinics have another state's ZIP code, and one in Manila has coordinates in Massachusetts.
    expect(await roster(facilities, 'us-facilities', 'facilities')).toMatchObject({
      exitCode: 3,
      output: expect.stringContaining('46,327 rows read, 3 rejected'),
    })

    await page.goto('/public-facilities?zip=33131&type=0000000000&range=10')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hospitals and Facilities')
    await expect(resultCount(page)).toHaveText('116 providers found')

    const search = () => page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByLabel('Range').selectOption('50')
    await search()
    await expect(resultCount(page)).toHaveText('250 providers found')
    await expect(page.getByText('Your search returned more than 250 results.')).toBeVisible()

    await page.getByLabel('ZIP code').fill('59718')
    await page.getByLabel('Range').selectOption('10')
    await search()
    await expect(page.getByText('No results were found.')).toBeVisible()
  },
)

const resultCount = (page: Page) => page.getByRole('status').filter({ hasText: 'providers found' })

async function expectSuccess(command: Promise<{ exitCode: number; output: string }>) {
  const { exitCode, output } = await command
  expect(exitCode, output).toBe(0)
}
