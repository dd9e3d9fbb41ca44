import { expect, expectAccessible, test } from './portal-test.ts'

test('the shortcut dialog opens with "?", explains each key and turns shortcuts off', async ({ page }) => {
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const search = page.getByRole('button', { name: 'Search', exact: true })
  const content = `<p id="name">Safe <a href="javascript:alert(1)">words</a></p>
    <form action="https://evil.example.com"><input name="password"></form>
    <iframe src="https://evil.example.com"></iframe><math><mtext></mtext></math>
    <img srcset="https://evil.example.com/a.png 2x"><table background="https://evil.example.com/b.png"><tbody></tbody></table>`
  await page.route('/api/provider-search-detail/*', (route) => route.fulfill({ json: { content } }))
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto('/domestic-provider-search')
  await expect(search).toBeVisible()
  await test.step('content from administrators cannot run scripts, submit forms or embed pages', async () => {
    const written = page.getByRole('main').locator('.written', { hasText: 'Safe words' })
    await expect(written).toBeVisible()
    const dangerous = 'form, input, iframe, math, [href], [id], [srcset], [background]'
    await expect(written.locator(dangerous)).toHaveCount(0)
  })
  await test.step('opens with "?", explains each key and closes with Escape', async () => {
    expect(scripts.filter((url) => url.includes('shortcut-dialog'))).toEqual([])
    await page.keyboard.press('?')
    for (const words of ['Go to the search', 'Close a list or dialog', 'Show shortcuts'])
      await expect(sheet.getByText(words)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await page.getByLabel('Provider name').press('?')
    await expect(page.getByLabel('Provider name')).toHaveValue('?')
    await expect(sheet).toHaveCount(0)
  })
  await test.step('opens with its button, turns shortcuts off and restores the focus', async () => {
    const button = page.getByRole('button', { name: 'Keyboard shortcuts' })
    await button.click()
    await sheet.getByRole('checkbox').uncheck()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await page.reload()
    await expect(search).toBeVisible()
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    await expect(sheet).toHaveCount(0)
    await expect(page.locator('body')).toBeFocused()
  })
})
