/** What a visitor ran is in the account they make afterwards. */
import { expect, type Page } from '@playwright/test'
import { runSample, signUpHere, test, viewer } from '#test/support/browser.ts'

/** Runs without an account, then makes one from beneath the result. */
async function runAndSignUp(page: Page): Promise<void> {
  await page.goto('/agent/icd10-coder')
  await runSample(page, 'Discharge summary (PDF)')
  await page.getByRole('region', { name: 'Result' }).getByRole('link', { name: 'Create a free account' }).click()
  await expect(page).toHaveURL(/^[^?]+\/register\?next=/)
  await signUpHere(page)
}

async function expectInAccount(page: Page): Promise<void> {
  await page.goto('/my-workflows')
  const runs = page.getByRole('table', { name: 'Runs' })
  await expect(runs.getByRole('row')).toHaveCount(2)
  await runs.getByRole('link', { name: /discharge-summary\.pdf/ }).click()
  await expect(viewer(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('discharge')
  await expect(page.getByRole('option', { name: /^discharge-summary\.pdf/ })).toBeVisible()
}

test('a visitor’s run is in the account after signing up, under the name of its document', async ({ page }) => {
  await runAndSignUp(page)
  await expect(page.getByText('Runs added to your account: 1')).toBeVisible()
  await expect(page).toHaveURL(/\/agent\/icd10-coder\?run=/)
  await expect(viewer(page)).toBeVisible()
  await expectInAccount(page)
})

test('a run that has not ended when the account is made is added once it has', async ({ page }) => {
  let asked = 0
  await page.route('**/api/v1/executions/claim', async (route) => {
    asked += 1
    if (asked > 1) return route.continue()
    const [{ id }] = route.request().postDataJSON().runs
    const error = { code: 'illegal_transition', message: 'This run hasn’t finished. Add it when it has.' }
    const status = { code: 200, result: 'success', message: 'OK', timestamp: new Date().toISOString() }
    await route.fulfill({ json: { status, data: { results: [{ id, claimed: false, error }] } } })
  })
  await runAndSignUp(page)
  await expect(page.getByText('Runs added to your account: 1')).toBeVisible({ timeout: 20_000 })
  expect(asked).toBe(2)
  await expectInAccount(page)
})
