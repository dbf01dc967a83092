/** Things move between workspaces: one person offers, the owner of the other workspace accepts. */
import { expect, test } from '@playwright/test'
import { expectSoundInEveryLook } from '#test/support/browser.ts'
import { graph, node } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'

test('a workflow is offered from its menu, accepted, and belongs to the other workspace alone', async ({
  browser,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const contexts = [await browser.newContext({ baseURL: url }), await browser.newContext({ baseURL: url })] as const
  const [own, his] = [await sellerOn(contexts[0], url), await sellerOn(contexts[1], url)]
  await own.mine.workflow('Discharge letters', graph([node('begin', 'manual_trigger', 'Begin')], []))

  const theirs = await contexts[1].newPage()
  await theirs.goto('/dashboard')
  await theirs.getByRole('button', { name: /^Workspace: / }).click()
  await theirs.getByRole('menuitem', { name: 'New workspace' }).click()
  await theirs.getByLabel('Name').fill('Clinic by the river')
  await theirs.getByRole('button', { name: 'Create workspace' }).click()
  await expect(theirs).toHaveURL(/\/w\/clinic-by-the-river(-\d+)?\/dashboard$/)
  const within = new URL(theirs.url()).pathname.replace(/\/dashboard$/, '')
  expect(his.who.email).not.toBe(own.who.email)

  // By keyboard alone.
  const hers = await contexts[0].newPage()
  await hers.goto('/workflows')
  await hers.getByRole('button', { name: 'Actions for Discharge letters' }).focus()
  await hers.keyboard.press('Enter')
  await hers.getByRole('menuitem', { name: 'Move to another workspace' }).focus()
  await hers.keyboard.press('Enter')
  const dialog = hers.getByRole('dialog', { name: 'Move “Discharge letters” to another workspace' })
  await dialog.getByLabel('Where to').selectOption({ label: 'Another workspace…' })
  await dialog.getByLabel('Address of the workspace').fill(within.replace('/w/', ''))
  await expect(dialog.getByRole('heading', { name: 'This moves' })).toBeVisible()
  await expect(dialog.getByText('Owners and admins of Clinic by the river have seven days to accept.')).toBeVisible()
  await expectSoundInEveryLook(hers)
  await dialog.getByRole('button', { name: 'Offer' }).press('Enter')
  await expect(hers.getByText('Clinic by the river was asked')).toBeVisible()

  await theirs.goto(`${within}/workspace?tab=general`)
  await expect(theirs.getByText('Waiting for an answer')).toBeVisible()
  await expectSoundInEveryLook(theirs)
  await theirs.getByRole('button', { name: 'Review “Discharge letters”' }).press('Enter')
  const accept = theirs.getByRole('dialog', { name: 'Accept “Discharge letters”?' })
  await expect(accept.getByRole('heading', { name: 'This moves' })).toBeVisible()
  await expectSoundInEveryLook(theirs)
  await accept.getByRole('button', { name: 'Accept', exact: true }).press('Enter')
  await expect(theirs.getByText('Moved', { exact: true })).toBeVisible()

  await theirs.goto(`${within}/workflows`)
  await expect(theirs.getByText('Discharge letters')).toBeVisible()
  await hers.goto('/workflows')
  await expect(hers.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(hers.getByText('Discharge letters')).toBeHidden()
})
