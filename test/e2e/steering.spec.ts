import { expect, type Page } from '@playwright/test'
import type { WorkflowDocument } from '#graph/document.ts'
import { expectSound, test } from '#test/support/browser.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { enter, SUPER_ADMIN, superAdmin } from '#test/support/people.ts'

/** Starts a run of a workflow of the admin's own and opens its page as the admin. */
async function openRun(page: Page, url: string, document: WorkflowDocument): Promise<void> {
  const admin = await superAdmin(url)
  const id = await admin.workflow('Steered', document)
  const { execution_id } = await admin.run({ workflow_id: id }, { amount: 5 })
  await enter(page.context(), SUPER_ADMIN, url)
  await page.goto(`/runs/${execution_id}`)
}

test('what waits for a person is first on the dashboard, and answered on the page of the run, live', async ({
  page,
  baseURL,
}) => {
  const document = graph(
    [
      node('start', 'manual_trigger', 'Start'),
      node('ask', 'approval', 'Ask the head of department', { title: 'Pay ₹5,000?' }),
      node('done', 'set_fields', 'Pay'),
    ],
    [edge('start', 'ask'), edge('ask', 'done', 'approved')],
  )
  await openRun(page, String(baseURL), document)
  await expect(page.getByRole('heading', { name: 'Pay ₹5,000?' })).toBeVisible()
  await expectSound(page)
  await page.goto('/dashboard')
  await page
    .getByRole('region', { name: 'Needs you' })
    .getByRole('link', { name: /Pay ₹5,000/ })
    .first()
    .click()
  // The dashboard of an admin has buttons of the same name, for requests of roles.
  await page.getByLabel('Waiting for you').getByRole('button', { name: 'Approve' }).click()
  await expect(page.locator('[data-run="succeeded"]')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pay ₹5,000?' })).toBeHidden()
})

test('a run is paused, resumed and cancelled; what is not possible says why', async ({ page, baseURL }) => {
  const document = graph(
    [node('start', 'manual_trigger', 'Start'), node('hold', 'wait', 'Hold', { seconds: 3600 })],
    [edge('start', 'hold')],
  )
  await openRun(page, String(baseURL), document)
  await expect(page.getByRole('button', { name: /Run again/ })).toBeDisabled()
  await expect(page.getByRole('button', { name: /Run again/ })).toContainText('This run hasn’t ended yet.')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.locator('[data-run="paused"]')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('[data-run="cancelled"]')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry failed step' })).toBeEnabled()
})

test('a failed run says where, why, and what to do', async ({ page, baseURL }) => {
  const document = graph(
    [
      node('start', 'manual_trigger', 'Start'),
      node('refuse', 'stop', 'Refuse', { status: 'failed', message: 'The amount is too high' }),
    ],
    [edge('start', 'refuse')],
  )
  await openRun(page, String(baseURL), document)
  await expect(page.locator('[data-run="failed"]')).toBeVisible()
  await expect(page.getByRole('alert').first()).toContainText('The amount is too high')
  await expectSound(page)
  await page.goto('/my-workflows?status=failed')
  await expect(page.getByRole('table').getByText('The amount is too high').first()).toBeVisible()
})
