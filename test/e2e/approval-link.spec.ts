import { expect } from '@playwright/test'
import { expectSound, test } from '#test/support/browser.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { enter, SUPER_ADMIN, superAdmin } from '#test/support/people.ts'

test('someone without an account approves on a phone, and the run continues while its owner looks on', async ({
  page,
  browser,
  baseURL,
}) => {
  const url = String(baseURL)
  const document = graph(
    [
      node('start', 'manual_trigger', 'Start'),
      node('ask', 'approval', 'Ask the head of department', {
        title: 'Pay ₹5,000?',
        details: { payee: 'Ravi Stores', invoice: 'INV-17' },
      }),
      node('done', 'set_fields', 'Pay'),
    ],
    [edge('start', 'ask'), edge('ask', 'done', 'approved')],
  )
  const admin = await superAdmin(url)
  const { execution_id } = await admin.run({ workflow_id: await admin.workflow('Payments', document) }, {})
  await enter(page.context(), SUPER_ADMIN, url)
  await page.goto(`/runs/${execution_id}`)
  await page.getByRole('button', { name: 'Ask someone else' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask someone else' })
  await dialog.getByText('I’ll pass it on').click()
  await dialog.getByLabel('Who it is for').fill('Dr Rao')
  await dialog.getByRole('button', { name: 'Make link' }).click()
  const link = String(await dialog.getByText(/\/approve\//).textContent())
  await expect(dialog.getByText('Passed on')).toBeVisible()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const theirs = await phone.newPage()
  await theirs.goto(`${url}${new URL(link.trim()).pathname}`)
  await expect(theirs.getByRole('heading', { name: 'Pay ₹5,000?' })).toBeVisible()
  await expect(theirs.getByText('Ravi Stores')).toBeVisible()
  await expectSound(theirs)
  await theirs.getByRole('button', { name: 'Approve' }).click()
  await expect(theirs.getByText('You approved it')).toBeVisible()
  await expect(page.locator('[data-run="succeeded"]')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText('This was already answered')).toBeVisible()
  await phone.close()
})
