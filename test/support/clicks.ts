/** Jobs by hand in a browser, with their clicks and seconds printed. */
import { expect, type Page } from '@playwright/test'

export const SECOND = 1000

/** Counts presses of the mouse and of Enter, on every page that the tab opens from now on. */
export async function countClicks(page: Page): Promise<() => number> {
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
export async function timed(page: Page, job: string, limit: { ms: number; clicks: number }, work: () => Promise<void>) {
  const clicks = await countClicks(page)
  const begun = Date.now()
  await work()
  const ms = Date.now() - begun
  console.log(`${job}: ${clicks()} clicks, ${(ms / SECOND).toFixed(1)} s (allowed ${limit.ms / SECOND} s)`)
  expect(ms).toBeLessThan(limit.ms)
  expect(clicks()).toBeLessThanOrEqual(limit.clicks)
}
