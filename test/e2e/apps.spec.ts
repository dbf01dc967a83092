/** The main way of apps: from the list of next steps to a row that arrived, with an account that is connected in place. */
import { expect } from '@playwright/test'
import { openInApp, test } from '#test/support/browser.ts'
import { addressOf } from '#test/support/e2e-ports.ts'
import { enter, person } from '#test/support/people.ts'

test('a row is added to a spreadsheet: found, connected, filled in, run, and listed as a call', async ({
  page,
  context,
}, info) => {
  const url = info.project.use.baseURL ?? ''
  await enter(context, await person(context, 'seller', url), url)
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'Start blank' }).click()
  await page.getByRole('button', { name: /^Start by hand/ }).click()
  // Its settings open, and are left before a key is pressed.
  await expect(page.getByRole('textbox', { name: 'Node title' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: /^Settings of/ })).toBeHidden()

  // Found by what it does, with the keyboard alone. What apps have comes below our own nodes, and moves none of them.
  let letIn = () => {}
  const wait = new Promise<void>((resolve) => {
    letIn = resolve
  })
  await page.route(/\/api\/v1\/integrations\?.*search_term=add/, async (route) => {
    await wait
    await route.continue()
  })
  await page.keyboard.press('n')
  const picker = page.getByRole('dialog', { name: /^Add (a )?node/ })
  await picker.getByRole('combobox').fill('add')
  const own = picker.getByRole('group', { name: 'Found' }).getByRole('option')
  await expect(picker.getByText('Searching apps...')).toBeVisible()
  await own.nth(1).hover()
  const places = () =>
    own.evaluateAll((all) => all.map((one) => `${one.textContent} ${one.getBoundingClientRect().top}`))
  const before = await places()
  letIn()
  await expect(picker.getByRole('group', { name: 'In apps' })).toBeVisible()
  expect(await places()).toEqual(before)
  await expect(own.nth(1)).toHaveAttribute('aria-selected', 'true')
  await picker.getByRole('combobox').fill('add row')
  const choice = picker.getByRole('option', { name: /Add a row.*Google Sheets/ })
  await expect(choice).toBeVisible()
  while ((await choice.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')

  const settings = page.getByRole('complementary', { name: /^Settings of Add a row/ })
  await expect(settings.getByText('Changes data')).toBeVisible()
  await expect(page.getByText('Needs an account')).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  // Known without opening its settings, too.
  await page.reload()
  await expect(page.getByText('Needs an account')).toBeVisible()
  await expect(page.getByRole('button', { name: /to set up/ })).toBeVisible()
  await page.locator('.react-flow__node', { hasText: 'Needs an account' }).dblclick()

  // Connected in place: what it may do is shown first.
  await settings.getByRole('button', { name: 'Connect an account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect Google Sheets' })
  await expect(dialog.getByText('Add and change data')).toBeVisible()
  await expect(dialog.getByText('https://www.googleapis.com/auth/spreadsheets')).toBeVisible()
  await dialog.getByLabel('Client ID').fill('tester')
  await dialog.getByLabel('Client secret').fill('secret of tester')
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue to Google Sheets' }).click()
  const consent = await opened
  await consent.getByRole('link', { name: 'Allow' }).click()
  await expect(consent.getByRole('heading', { name: 'Account connected' })).toBeVisible()
  await consent.close()
  await expect(settings.getByRole('button', { name: 'Test account' })).toBeVisible()
  await expect(page.getByText('Needs an account')).toBeHidden()

  // The address from the browser is as good as the ID.
  const address = 'https://docs.google.com/spreadsheets/d/clinic-2026/edit#gid=0'
  await settings.getByRole('textbox', { name: 'Spreadsheet' }).fill(address)
  // The sheet is chosen from those that the spreadsheet has.
  await settings.getByRole('combobox', { name: 'Sheet', exact: true }).selectOption('Sheet1')
  await settings.getByRole('button', { name: 'Add to Row' }).click()
  await settings.getByRole('textbox', { name: 'Row 1' }).fill('Asha')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const apps = addressOf(url, 'apps')
  await expect
    .poll(async () => (await context.request.get(`${apps}/arrived/clinic-2026/Sheet1`)).json())
    .toEqual([['Asha']])

  await openInApp(page, '/integrations/google-sheets?tab=calls')
  const row = page.getByRole('row', { name: /Add a row/ })
  await expect(row.getByText('Succeeded')).toBeVisible()
})
