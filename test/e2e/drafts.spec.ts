/** What was typed and not sent: kept for whoever typed it, and never there for the next person in the same tab. */
import { expect, type Page } from '@playwright/test'
import { signUpHere, test } from '#test/support/browser.ts'

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /Asha Rao/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/auth')
}
const arrive = async (page: Page): Promise<void> => {
  await page.goto('/register')
  await signUpHere(page)
  await expect(page).toHaveURL('/dashboard')
}

test('a billing form and a message belong to the one who typed them', async ({ page }) => {
  const checkout = page.getByRole('dialog')
  const open = async () => {
    await page
      .getByRole('button', { name: /^Top up/ })
      .first()
      .click()
    await checkout.getByRole('button', { name: 'Continue with ₹500' }).click()
    await expect(checkout.getByLabel('GSTIN')).toBeVisible()
  }
  const pressPayments = async () => {
    await page.getByRole('button', { name: /Asha Rao/ }).click()
    await page.getByRole('menuitem', { name: 'Subscription' }).click()
    await page.getByRole('link', { name: 'Credits', exact: true }).click()
  }
  await arrive(page)

  await test.step('closed and opened again, it is as it was', async () => {
    await pressPayments()
    await open()
    await checkout.getByLabel('State').selectOption({ label: 'Maharashtra' })
    await checkout.getByLabel('Address').fill('22 FC Road, Pune 411004')
    await checkout.getByLabel('GSTIN').fill('27AAPFU0939F1ZV')
    await checkout.getByRole('button', { name: 'Not now' }).click()
    await expect(checkout).toHaveCount(0)
    await open()
    await expect(checkout.getByLabel('Address')).toHaveValue('22 FC Road, Pune 411004')
    await expect(checkout.getByLabel('GSTIN')).toHaveValue('27AAPFU0939F1ZV')
    await expect(checkout.getByLabel('State')).toHaveValue('27')
    await checkout.getByRole('button', { name: 'Not now' }).click()
  })

  await test.step('a message is kept over a reload', async () => {
    await page.goto('/contact')
    await page.getByRole('textbox', { name: 'Message' }).fill('About my invoice of March')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('About my invoice of March')
    await pressPayments()
    await open()
    await checkout.getByLabel('Address').fill('22 FC Road, Pune 411004')
    await checkout.getByRole('button', { name: 'Not now' }).click()
  })

  await test.step('signed out: a visitor finds nothing of it', async () => {
    await signOut(page)
    await page.goto('/contact')
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('')
  })

  await test.step('nor does the next person', async () => {
    await arrive(page)
    await pressPayments()
    await open()
    await expect(checkout.getByLabel('Address')).toHaveValue('')
    await expect(checkout.getByLabel('GSTIN')).toHaveValue('')
    await expect(checkout.getByLabel('State')).toHaveValue('')
  })
})
