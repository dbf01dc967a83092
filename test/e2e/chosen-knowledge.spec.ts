/** An agent answers from the policies of the person who runs it: a base is made and chosen, and a citation leads to its place. */
import { expect } from '@playwright/test'
import {
  expectSoundInEveryLook,
  findings,
  mark,
  openInApp,
  run,
  signUpHere,
  test,
  viewer,
} from '#test/support/browser.ts'
import { pdf } from '#test/support/files.ts'

const policies = () =>
  pdf((page) => {
    page.fontSize(20).text('Customer policies').moveDown()
    page.fontSize(11).text('Our shop opens at nine in the morning.')
    page.addPage().fontSize(16).text('Refunds').moveDown()
    page.fontSize(11).text('A refund to a UPI account takes five working days after we receive the parcel.')
  })

test('the help-desk answerer answers from a knowledge base that its user chooses, with document and page', async ({
  page,
}) => {
  await page.goto('/agent/help-desk-answerer')
  await run(page).click()
  await expect(page.getByText('Customer’s question is required')).toBeVisible()
  await page.getByRole('radio', { name: 'Your knowledge base' }).check({ force: true })
  await expect(page.getByText('Sign in to use one of your knowledge bases.')).toBeVisible()
  await expectSoundInEveryLook(page)

  await page.goto('/register')
  await signUpHere(page)
  await expect(page).toHaveURL(/dashboard/)
  await openInApp(page, '/knowledge')
  await page.getByRole('button', { name: 'New knowledge base' }).click()
  await page.getByLabel('Name').fill('Policies')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Policies' })).toBeVisible()
  const file = { name: 'policies.pdf', mimeType: 'application/pdf', buffer: await policies() }
  await page.getByLabel('Add documents').setInputFiles([file])
  await expect(page.getByRole('button', { name: 'Chunks of policies.pdf' })).toBeVisible({ timeout: 90_000 })

  await openInApp(page, '/agent/help-desk-answerer')
  await page.getByLabel('Customer’s question').fill('How long does a refund to my UPI account take?')
  await page.getByRole('radio', { name: 'Your knowledge base' }).check({ force: true })
  await run(page).click()
  await expect(page.getByRole('alert').getByText('Choose a knowledge base')).toBeVisible()
  await page.getByLabel('Your knowledge base').last().selectOption({ label: 'Policies' })
  await expectSoundInEveryLook(page)
  await run(page).click()
  await expect(viewer(page)).toBeVisible({ timeout: 30_000 })

  await expect(viewer(page)).toContainText('five working days')
  const source = findings(page).filter({ hasText: 'policies.pdf' }).first()
  await source.getByRole('button').first().click()
  const document = viewer(page).getByRole('region', { name: 'Document' })
  await expect(document).toContainText('policies.pdf')
  await expect(mark(page).first()).toBeInViewport()
  await expect(page.locator('figure[data-page="2"] [data-mark="selected"]').first()).toBeVisible()
  await expectSoundInEveryLook(page)
})
