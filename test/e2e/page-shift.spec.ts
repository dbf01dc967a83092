/** The pages that visitors open first, on a phone: what a reader has begun to read stays where it is while fonts, code and data arrive. */
import { expect } from '@playwright/test'
import { test } from '#test/support/browser.ts'

test.use({ viewport: { width: 390, height: 844 } })

for (const path of ['/', '/marketplace', '/agent/icd10-coder', '/pricing'])
  test(`nothing on ${path} moves while it loads`, async ({ page }) => {
    await page.addInitScript(() => {
      const sum = { moved: 0 }
      Object.assign(window, { sum })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum.moved += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('data-live')
    await expect(page.getByRole('contentinfo')).toBeAttached()
    // Sections below the window are laid out last, one after another.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('main *')].every(
        (element) => getComputedStyle(element).contentVisibility !== 'auto',
      ),
    )
    expect(await page.evaluate(() => (window as unknown as { sum: { moved: number } }).sum.moved)).toBeLessThanOrEqual(
      0.02,
    )
  })
