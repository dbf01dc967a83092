/** The main way of triggers from apps: from the list of triggers to a run that a new row started. */
import { expect } from '@playwright/test'
import { openInApp, test } from '#test/support/browser.ts'
import { addressOf } from '#test/support/e2e-ports.ts'
import { enter, person } from '#test/support/people.ts'

test('a new row of a spreadsheet starts a published workflow', async ({ page, context }, info) => {
  const url = info.project.use.baseURL ?? ''
  const apps = addressOf(url, 'apps')
  const type = (row: string[]) => context.request.post(`${apps}/arrived/patients-2026/Sheet1`, { data: row })
  await type(['Name', 'City'])
  await type(['Ravi', 'Pune'])
  await enter(context, await person(context, 'seller', url), url)
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'Start blank' }).click()
  await page.getByRole('button', { name: 'See all triggers' }).click()

  // Found by what happens, with the keyboard alone.
  const picker = page.getByRole('dialog', { name: 'Choose a trigger' })
  await picker.getByRole('combobox').fill('new row')
  const choice = picker.getByRole('option', { name: /New row.*Google Sheets/ })
  await expect(choice).toBeVisible()
  while ((await choice.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const settings = page.getByRole('complementary', { name: /^Settings of New row/ })
  await settings.getByRole('button', { name: 'Connect an account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect Google Sheets' })
  await dialog.getByLabel('Client ID').fill('tester')
  await dialog.getByLabel('Client secret').fill('secret of tester')
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue to Google Sheets' }).click()
  const consent = await opened
  await consent.getByRole('link', { name: 'Allow' }).click()
  await expect(consent.getByRole('heading', { name: 'Account connected' })).toBeVisible()
  await consent.close()
  await settings.getByRole('textbox', { name: 'Spreadsheet' }).fill('patients-2026')
  await settings.getByRole('button', { name: 'Fetch a test item' }).click()
  await expect(settings.getByText('Ravi').or(page.getByText('Pinned')).first()).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const publish = page.getByRole('dialog')
  await publish.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(publish).toBeHidden()
  const [, id] = /([0-9a-f]{8}-[0-9a-f-]{27})/.exec(page.url()) ?? []
  await openInApp(page, `/my-workflows/${id}/triggers`)
  // What is there at the first check starts nothing, so the new row comes after it.
  const checked = page.getByRole('definition').nth(2)
  await expect(checked).toHaveText(/ago|now|second/)
  await type(['Asha', 'Mysuru'])
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('None yet')).toBeHidden({ timeout: 30_000 })
  // The list of runs isn't renewed while nothing runs.
  await expect(async () => {
    await openInApp(page, '/my-workflows')
    const runs = page.getByRole('table', { name: 'Runs' })
    await expect(runs.getByRole('row').filter({ hasText: 'Succeeded' })).toHaveCount(1, { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
})
