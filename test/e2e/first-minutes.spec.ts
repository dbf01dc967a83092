/** The jobs of the first minutes, by hand in a browser, with their clicks and seconds printed. */
import { expect } from '@playwright/test'
import { runSample, signUpHere, test, viewer } from '#test/support/browser.ts'
import { SECOND, timed } from '#test/support/clicks.ts'
import { recorded } from '#test/support/recorded.ts'

test('a visitor has a result from a real agent, without an account', async ({ page, baseURL }) => {
  test.setTimeout(240 * SECOND)
  // As on an installation that has been up for a minute.
  await recorded(baseURL ?? '', 'icd10-coder')
  await timed(page, 'visitor: from the home page to a result', { ms: 60 * SECOND, clicks: 3 }, async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Marketplace' }).first().click()
    await page.getByRole('link', { name: 'ICD-10-CM coder with evidence' }).click()
    await page.getByRole('button', { name: 'Run this sample' }).click()
    await expect(page).toHaveURL(/[?&]run=/)
    await expect(page.locator('[data-run="succeeded"]').locator('[data-viewer]')).toBeVisible({ timeout: 30 * SECOND })
  })
  await timed(page, 'visitor: from that result to an account that has it', { ms: 60 * SECOND, clicks: 2 }, async () => {
    await page.getByRole('region', { name: 'Result' }).getByRole('link', { name: 'Create a free account' }).click()
    await signUpHere(page)
    await expect(page).toHaveURL(/\/agent\/icd10-coder\?run=/)
    await expect(page.getByText('Runs added to your account: 1')).toBeVisible()
    await expect(page.locator('[data-run="succeeded"]').locator('[data-viewer]')).toBeVisible()
  })
})

test('a new user has a deployed service that answers', async ({ page }) => {
  await timed(page, 'new user: from the home page to a service at work', { ms: 180 * SECOND, clicks: 6 }, async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Start free trial' }).first().click()
    await signUpHere(page)
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('link', { name: 'ICD-10-CM coder with evidence' }).first().click()
    await page.getByRole('button', { name: 'Add to My AI Services' }).click()
    await expect(page).toHaveURL(/\/my-ai-services\/[0-9a-f-]{36}$/)
    await runSample(page, 'Clinic note (text)')
    await expect(viewer(page)).toBeVisible()
  })
})
