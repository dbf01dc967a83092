/** Recorded runs of an agent's samples, which everyone sees on its page. */
import { expect, type Page } from '@playwright/test'
import { expectSoundInEveryLook, findings, mark, selected, test, viewer } from '#test/support/browser.ts'
import { recorded } from '#test/support/recorded.ts'

const sample = (page: Page) => page.getByRole('region', { name: 'Sample result' })

test('the page of an agent opens on a recorded result with its evidence, and runs its sample', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000)
  await recorded(baseURL ?? '', 'icd10-coder')
  await page.goto('/agent/icd10-coder')
  await expect(sample(page)).toContainText('discharge-summary.pdf')
  // The first to look at a page lets it be drawn.
  await expect(page.locator('figure[data-page="1"] img')).toBeVisible({ timeout: 30_000 })
  expect(await findings(page).count()).toBeGreaterThan(5)
  await findings(page).nth(2).getByRole('button').first().click()
  await expect(selected(page)).toHaveCount(1)
  await expect(mark(page).first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(findings(page).nth(3)).toHaveAttribute('data-selected', 'true')
  await expectSoundInEveryLook(page)

  // The address is shared; a stranger sees the same, and nothing of a run is theirs to open.
  await sample(page).getByRole('combobox', { name: 'Sample' }).selectOption({ label: 'Clinic note (text)' })
  await expect(page).toHaveURL('/agent/icd10-coder?sample=2')
  await page.reload()
  await expect(viewer(page)).toHaveCount(1)
  await expect(viewer(page).getByRole('region', { name: 'Document' })).toContainText('gastroesophageal reflux')

  // A run of the sample takes its place.
  await sample(page).getByRole('button', { name: 'Run this sample' }).click()
  await expect(page).toHaveURL(/[?&]run=/)
  await expect(sample(page)).toHaveCount(0)
  await expect(viewer(page)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('gastroesophageal reflux')
})

test('an address that names no sample shows the first', async ({ page, baseURL }) => {
  await recorded(baseURL ?? '', 'icd10-coder')
  for (const wrong of ['0', '99', '-1', 'x', '1.5']) {
    await page.goto(`/agent/icd10-coder?sample=${wrong}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('ICD-10-CM coder with evidence')
    await expect(sample(page)).toContainText('discharge-summary.pdf')
  }
})
