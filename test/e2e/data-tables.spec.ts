/** A data table from its columns to rows changed in their place, a file, and a person it is shared with. */
import { expect, type Page } from '@playwright/test'
import { expectSoundInEveryLook, test } from '#test/support/browser.ts'
import { sellerOn } from '#test/support/people.ts'

const look = (page: Page, name: string) =>
  expectSoundInEveryLook(
    page,
    process.env.PICTURES === 'yes'
      ? (shade) => page.screenshot({ path: `.data/screenshots/tables-${name}.${shade.name.replace(' ', '')}.png` })
      : undefined,
  )

test('rows are added, changed by keyboard, found, imported and deleted, and the table is shared', async ({
  page,
  browser,
  baseURL,
}) => {
  await sellerOn(page.context(), baseURL)
  const cell = (name: string) => page.getByRole('button', { name })

  await test.step('a table is made', async () => {
    await page.goto('/data-tables')
    await page.getByRole('button', { name: 'New table' }).click()
    const dialog = page.getByRole('dialog', { name: 'New data table' })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Name', { exact: true }).fill('Invoices')
    await dialog.getByLabel('Name of column 1').fill('customer')
    await dialog.getByLabel('Name of column 2').fill('amount')
    await dialog.getByLabel('Type of column 2').selectOption('Number')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible()
    await expect(page.getByText('No rows yet')).toBeVisible()
  })

  await test.step('a row is filled in by keyboard, and a value that doesn’t fit says so', async () => {
    await page.getByRole('button', { name: 'Add a row' }).click()
    await cell('customer, row 1: empty').press('Enter')
    await page.getByRole('textbox', { name: 'customer, row 1' }).fill('Asha')
    await page.getByRole('textbox', { name: 'customer, row 1' }).press('Enter')
    await expect(cell('customer, row 1: Asha')).toBeFocused()
    await cell('amount, row 1: empty').click()
    const amount = page.getByRole('textbox', { name: 'amount, row 1' })
    await amount.fill('many')
    await amount.press('Enter')
    await expect(page.getByRole('alert')).toContainText('number')
    await look(page, 'refused')
    await amount.fill('1200.5')
    await amount.press('Enter')
    await expect(cell('amount, row 1: 1,200.5')).toBeVisible()
    await cell('customer, row 1: Asha').press('Enter')
    await page.getByRole('textbox', { name: 'customer, row 1' }).fill('Nobody')
    await page.getByRole('textbox', { name: 'customer, row 1' }).press('Escape')
    await expect(cell('customer, row 1: Asha')).toBeVisible()
  })

  await test.step('a file adds rows, and they are sorted', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Import from CSV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import rows' })
    const file = (text: string) => ({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await dialog.locator('input[type=file]').setInputFiles(file('customer,amount\nRavi,none'))
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expect(dialog.getByText(/Row 2: /)).toBeVisible()
    await dialog.locator('input[type=file]').setInputFiles(file('customer,amount\nRavi,300\nZoya,20'))
    await dialog.getByRole('button', { name: 'Import' }).click()
    await expect(page.getByText('3 rows', { exact: true })).toBeVisible()
    await page
      .getByRole('button', { name: 'amount', exact: true })
      .or(page.getByRole('link', { name: 'amount', exact: true }))
      .first()
      .click()
    await expect(cell('customer, row 1: Zoya')).toBeVisible()
    await look(page, 'rows')
  })

  await test.step('selected rows are deleted', async () => {
    await page.getByLabel('Select row 1').check()
    await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('2 rows', { exact: true })).toBeVisible()
  })

  await test.step('a person it is shared with reads it, and changes it once they may', async () => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }) })
    const { mine } = await sellerOn(context, baseURL)
    const { data: profile } = await mine.call('GET', '/api/v1/auth/profile')
    const share = async (access: string) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Share' }).click()
      const dialog = page.getByRole('dialog', { name: 'Share table' })
      await dialog.getByLabel('Email address').fill(profile.email)
      await dialog.getByLabel('Access').selectOption(access)
      await dialog.getByRole('button', { name: 'Share', exact: true }).click()
      await expect(dialog.getByRole('button', { name: `Remove ${profile.email}` })).toBeVisible()
      await look(page, 'share')
      await page.keyboard.press('Escape')
    }
    await share('Can read')
    const theirs = await context.newPage()
    await theirs.goto(page.url())
    await expect(theirs.getByText('for reading')).toBeVisible()
    await expect(theirs.getByText('Ravi')).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Add a row' })).toHaveCount(0)
    await expect(theirs.getByRole('checkbox')).toHaveCount(0)
    await look(theirs, 'shared')
    await share('Can change rows')
    await theirs.reload()
    await theirs.getByRole('button', { name: 'customer, row 1: Ravi' }).click()
    await theirs.getByRole('textbox', { name: 'customer, row 1' }).fill('Ravi Rao')
    await theirs.getByRole('textbox', { name: 'customer, row 1' }).press('Enter')
    await page.reload()
    await expect(cell('customer, row 1: Ravi Rao')).toBeVisible()
    await context.close()
  })
})
