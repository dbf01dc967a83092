import { expect } from '@playwright/test'
import { findings, runSample, test, viewer } from '#test/support/browser.ts'

test('a visitor redacts a letter, sees what was removed and takes the new file away', async ({ page }) => {
  await page.goto('/agent/phi-redactor')
  await runSample(page, 'Referral letter (PDF)')
  await expect(page.getByText('Draft for review by a qualified professional').first()).toBeVisible()
  await expect(findings(page).filter({ hasText: 'Kamala Venkatesan' })).toBeVisible()
  await viewer(page).getByRole('tab', { name: 'To check' }).click()
  await expect(viewer(page).getByText(/Rules and lists miss some/)).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download referral-letter (redacted).pdf' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('referral-letter (redacted).pdf')
})

test('a discharge summary is shown part by part', async ({ page }) => {
  await page.goto('/agent/discharge-structurer')
  await runSample(page, 'Inpatient summary (PDF)')
  await viewer(page)
    .getByRole('tab', { name: /^Medications/ })
    .click()
  await expect(findings(page).filter({ hasText: 'Cefixime' })).toContainText(
    '200 mg · by mouth · twice daily · for 7 days',
  )
  await viewer(page)
    .getByRole('tab', { name: /^Follow-up/ })
    .click()
  await expect(findings(page).filter({ hasText: 'nephrology' })).toBeVisible()
})
