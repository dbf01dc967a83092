/** Paying in the browser through the test gateway. */
import { expect, type Locator, type Page } from '@playwright/test'

interface Billed {
  state?: string
  address?: string
  gstin?: string
  /** What is there once it is paid; the receipt when absent. */
  paid?: Locator
}

/** From the open checkout to a payment that succeeds. */
export async function payInTestGateway(
  page: Page,
  { state = 'Karnataka', address, gstin, paid = page.getByText('Payment received') }: Billed = {},
): Promise<void> {
  const checkout = page.getByRole('dialog')
  await checkout.getByLabel('State').selectOption({ label: state })
  if (address) await checkout.getByLabel(/^Address/).fill(address)
  if (gstin) await checkout.getByLabel('GSTIN').fill(gstin)
  await checkout.getByRole('button', { name: /^Continue to pay/ }).click()
  await checkout.getByLabel('The bank’s answer').selectOption({ label: 'The payment succeeds' })
  await checkout.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(paid).toBeVisible()
}
