import { expect } from '@playwright/test'
import { expectSound, openInApp, test } from '#test/support/browser.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { enter, personOn, SUPER_ADMIN, superAdmin } from '#test/support/people.ts'

const echo = graph(
  [
    node('start', 'manual_trigger', 'Start'),
    node('say', 'set_fields', 'Say it again', { fields: [{ name: 'said', value: '{{ $input.text }}' }] }),
  ],
  [edge('start', 'say')],
)

test('an admin finds another person’s run from the first page, and reads it only after giving a reason', async ({
  page,
  baseURL,
}) => {
  const url = String(baseURL)
  const mine = await superAdmin(url)
  const workflow_id = await mine.workflow('Echo of a note', echo)
  const { execution_id } = await mine.run({ workflow_id }, { text: 'Meera has asthma' }, 10_000)
  await enter(page.context(), SUPER_ADMIN, url)

  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('Payments received')
  const places = page.getByRole('navigation', { name: 'Administration' })
  await places.getByRole('link', { name: 'Execution logs' }).click()
  await page.getByLabel('Search runs').fill(execution_id)
  await page
    .getByRole('row')
    .filter({ hasText: 'Echo of a note' })
    .getByRole('link', { name: 'Echo of a note' })
    .click()
  await expect(page).toHaveURL(`/admin/execution-logs/${execution_id}`)
  await expect(page.getByRole('row').filter({ hasText: 'Say it again' })).toContainText('Succeeded')
  await expect(page.getByText('Meera')).toHaveCount(0)

  await page.getByRole('button', { name: 'Reveal content' }).click()
  const dialog = page.getByRole('dialog', { name: /Reveal the content/ })
  await dialog.getByRole('button', { name: 'Reveal content' }).click()
  await expect(dialog.getByText('A reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Ticket 4711')
  await dialog.getByRole('button', { name: 'Reveal content' }).click()
  await expect(page.getByLabel('Input as JSON')).toContainText('Meera has asthma')
  await expectSound(page)

  // Another visit asks again.
  await places.getByRole('link', { name: 'Execution logs' }).click()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Reveal content' })).toBeVisible()
  await expect(page.getByText('Meera')).toHaveCount(0)
})

test('the admin area is one place for admins, on every address below it, and closed to others', async ({
  page,
  baseURL,
}) => {
  await personOn(page.context(), 'admin', baseURL)
  await page.goto('/admin/whatever/else')
  await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible()
  const places = page.getByRole('navigation', { name: 'Administration' })
  await expect(places.getByRole('link', { name: 'Payments' })).toBeVisible()
  await expect(places.getByRole('link', { name: 'Payout runs' })).toHaveCount(0)
  await openInApp(page, '/admin-dashboard')
  await expect(page.getByRole('heading', { name: 'Admin Panel' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('summary').filter({ hasText: 'Admin Panel' }).click()
  await places.filter({ visible: true }).getByRole('link', { name: 'Reviews to moderate' }).click()
  await expect(page.getByRole('heading', { name: 'Reviews to moderate' })).toBeVisible()
})
