/** Parts that only a browser can show: where the focus goes, what is remembered, and what fits. */
import { expect } from '@playwright/test'
import { expectSound, test } from '#test/support/browser.ts'
import { signUp } from '#test/support/people.ts'

test('a side panel takes the focus, gives it back, and remembers its width; on a phone it is a sheet', async ({
  page,
}) => {
  await signUp(page, { at: '/design-system?tab=feedback' })
  const rows = page.getByRole('row')
  const row = rows.filter({ hasText: 'discharge-0412.pdf' })
  const panel = page.getByRole('dialog')
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('heading', { name: 'discharge-0412.pdf' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused()

  // The page has made room: another row can be opened meanwhile.
  await rows.filter({ hasText: 'discharge-0413.pdf' }).click()
  await expect(panel.getByRole('heading', { name: 'discharge-0413.pdf' })).toBeVisible()

  const handle = panel.getByRole('separator', { name: 'Width of discharge-0413.pdf' })
  await handle.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(handle).toHaveAttribute('aria-valuenow', '472')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(row).toBeFocused()

  await page.reload()
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(panel).toHaveCSS('width', '472px')
  await expectSound(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(panel).toHaveCSS('width', '390px')
  await expect(panel).toHaveCSS('height', '844px')
  await expect(handle).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(row).toBeFocused()
})

test('tabs that do not fit say so, and the chosen one is in sight', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page, { at: '/design-system?tab=feedback' })
  const tabs = page.getByRole('navigation', { name: 'Parts of the design system' })
  await expect(tabs).toHaveAttribute('data-more', 'before')
  await expect(tabs.getByRole('link', { name: 'Feedback and panels' })).toBeInViewport()
  await tabs.getByRole('link', { name: 'Foundations' }).focus()
  await expect(tabs.getByRole('link', { name: 'Foundations' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(tabs).toHaveAttribute('data-more', 'after')
})

test('a chart can be read with the arrow keys, and shown as its table', async ({ page }) => {
  await signUp(page, { at: '/design-system?tab=charts' })
  const chart = page.getByRole('figure').first()
  const reader = chart.getByRole('slider', { name: 'Documents by day, and those accepted without changes' })
  await reader.focus()
  await page.keyboard.press('ArrowRight')
  await expect(reader).toHaveAttribute('aria-valuetext', '11 November 2026: Documents 34, Accepted without changes 30')
  await expect(chart.getByText('11 November 2026', { exact: true }).first()).toBeVisible()
  await chart.getByRole('button', { name: 'Show as table' }).click()
  await expect(chart.getByRole('row').filter({ hasText: '11 November 2026' })).toContainText('3430')
  await expectSound(page)
  await chart.getByRole('button', { name: 'Show as chart' }).click()
  await expect(reader).toBeAttached()
})
