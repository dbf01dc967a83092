/** The jobs of the first minutes, by hand in a browser, with their clicks and seconds printed. */
import { expect, type Page } from '@playwright/test'
import { runSample, signUpHere, test, viewer } from '#test/support/browser.ts'

const SECOND = 1000

/** Counts presses of the mouse and of Enter, on every page of the tab. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('pressed', () => {
    clicks += 1
  })
  await page.addInitScript(`
    addEventListener('pointerdown', () => window.pressed(), true)
    addEventListener('keydown', (event) => event.key === 'Enter' && window.pressed(), true)
  `)
  return () => clicks
}

/** Does the job and holds it to its time and clicks. */
async function timed(page: Page, job: string, limit: { ms: number; clicks: number }, work: () => Promise<void>) {
  const clicks = await countClicks(page)
  const begun = Date.now()
  await work()
  const ms = Date.now() - begun
  console.log(`${job}: ${clicks()} clicks, ${(ms / SECOND).toFixed(1)} s (allowed ${limit.ms / SECOND} s)`)
  expect(ms).toBeLessThan(limit.ms)
  expect(clicks()).toBeLessThanOrEqual(limit.clicks)
}

test('a visitor has a result from a real agent, without an account', async ({ page }) => {
  await timed(page, 'visitor: from the home page to a result', { ms: 60 * SECOND, clicks: 5 }, async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Marketplace' }).first().click()
    await page.getByRole('link', { name: 'ICD-10-CM coder with evidence' }).click()
    await runSample(page, 'Discharge summary (PDF)')
  })
})

test('a new user has a deployed service that answers', async ({ page }) => {
  await timed(page, 'new user: from the home page to a service at work', { ms: 180 * SECOND, clicks: 9 }, async () => {
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
