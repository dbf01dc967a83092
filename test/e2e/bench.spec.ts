/** A private bench in the browser: two agents, typed cases and a table, the cost first, the result, a verdict of one's own, and deletion. */
import { expect, test } from '@playwright/test'
import { expectSound } from '#test/support/browser.ts'
import { enter, person } from '#test/support/people.ts'
import { signIn, visit } from '#test/support/visit.ts'

const NOTE = 'Type 2 diabetes mellitus without complications. Essential hypertension.'

test('own cases on two agents: from the listing to figures, and deleted at once', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(300_000)
  const url = baseURL ?? ''
  const who = await person(context, 'basic_user', url)
  await enter(context, who, url)

  await page.goto('/agent/icd10-coder')
  await page.getByRole('link', { name: 'Test on my cases' }).click()
  await expect(page).toHaveURL('/benches?agents=icd10-coder')
  await page.getByLabel('Add another agent').fill('hcpcs')
  await page
    .getByRole('button', { name: /^Add .*HCPCS/ })
    .first()
    .click()
  await expect(page).toHaveURL(/agents=icd10-coder%2C/)
  await page.getByRole('button', { name: 'Continue to cases' }).click()
  await expect(page).toHaveURL(/\/benches\/[0-9a-f-]{36}$/)

  await page.getByRole('button', { name: 'Add case' }).click()
  const first = page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: 'Case 1', exact: true }) })
  await first.getByRole('textbox', { name: 'Case 1', exact: true }).fill('Diabetes')
  const text = first.getByRole('textbox', { name: /text|note/i }).first()
  await text.fill(NOTE)
  await first.getByLabel('Expected').fill('E11.9')
  const header = (await text.getAttribute('name')) ?? 'text'
  await page.getByLabel('Add from CSV').setInputFiles({
    name: 'cases.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `name,${header},expected,ward\nAsthma,"Mild intermittent asthma, uncomplicated.",J45.20,7\nHeart,Atrial fibrillation.,\n`,
    ),
  })
  await expect(page.getByText('2 cases added from the table. There’s no field named ward.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'All changes saved' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Case 3', exact: true })).toHaveValue('Heart')
  await expectSound(page)

  await page.getByRole('button', { name: 'See cost' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start bench' })
  await expect(dialog.getByText('Maximum for 6 runs')).toBeVisible()
  await dialog.getByRole('button', { name: /^Start/ }).click()
  await expect(page.getByText('In words')).toBeVisible({ timeout: 60_000 })
  const figures = page.getByRole('table').first()
  await expect(figures.getByRole('row', { name: /^Correct/ })).toContainText(/ of 2 \(/)

  await page
    .getByRole('button', { name: /^Mark as correct: case 3, / })
    .first()
    .click()
  await expect(page.getByText('Correct, marked by you')).toBeVisible()
  await expect(figures.getByRole('row', { name: /^Correct/ })).toContainText(/ of 3 \(/)
  await expectSound(page)

  await page.getByRole('button', { name: 'Delete now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete now' }).click()
  await expect(page.getByText('Inputs, files and answers were deleted on')).toBeVisible()
  await expect(figures.getByRole('row', { name: /^Correct/ })).toContainText(/ of 3 \(/)
  const mine = visit(url, await signIn(url, who.email, who.password))
  const { data } = await mine.call('GET', page.url().replace(url, '/api/v1'))
  expect(JSON.stringify(data)).not.toContain('diabetes')
})
