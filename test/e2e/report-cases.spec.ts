/** A report from the agent's page to its outcome, and many runs that are stopped. */
import { expect } from '@playwright/test'
import { expectSoundInEveryLook, openInApp, test } from '#test/support/browser.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { enter, personOn, SUPER_ADMIN, superAdmin } from '#test/support/people.ts'

test('a person reports an agent, an admin decides, and the person learns the outcome', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { url } = await personOn(context, 'basic_user', baseURL)
  const hostile = '<b>Codes</b> \u202Egnorw\u202C for the ward'

  await test.step('reported once', async () => {
    await page.goto('/agent/hcpcs-finder#seller')
    await page.getByRole('button', { name: 'Report this agent' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('Describe what’s wrong')).toBeVisible()
    await dialog.getByLabel('Details').fill(hostile)
    await dialog.getByLabel(/^Evidence/).fill('javascript:alert(1)')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('Enter the ID of one of your runs')).toBeVisible()
    await expectSoundInEveryLook(page)
    await dialog.getByLabel(/^Evidence/).fill('https://example.com/letter')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText('Report sent')).toBeVisible()
    await page.getByRole('button', { name: 'Report this agent' }).click()
    await dialog.getByLabel('Details').fill('Again')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('You already reported this.')).toBeVisible()
  })

  const admins = await browser.newContext({ baseURL: url })
  await enter(admins, SUPER_ADMIN, url)
  const desk = await admins.newPage()

  await test.step('listed, assigned and resolved', async () => {
    await desk.goto('/admin/reports')
    await expectSoundInEveryLook(desk)
    await desk.getByRole('row').filter({ hasText: 'HCPCS' }).first().getByRole('link').click()
    await expect(desk.getByText(hostile)).toBeVisible()
    await expect(desk.getByRole('link', { name: /example\.com\/letter/ }).first()).toHaveAttribute('rel', /nofollow/)
    await desk.getByRole('button', { name: 'Assign to me' }).click()
    await expect(desk.getByRole('button', { name: 'Give back' })).toBeVisible()
    await expectSoundInEveryLook(desk)
    await desk.getByRole('button', { name: 'Resolve…' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Resolve', exact: true }).click()
    await expect(dialog.getByText('Enter what was decided')).toBeVisible()
    await dialog.getByLabel('What was done').fill('The seller has corrected the codes.')
    await dialog.getByRole('button', { name: 'Resolve', exact: true }).click()
    await expect(desk.getByText('The seller has corrected the codes.')).toBeVisible()
    await expect(desk.getByRole('button', { name: 'Resolve…' })).toHaveCount(0)
  })

  await test.step('runs are counted and stopped, with a reason', async () => {
    await desk.getByRole('link', { name: 'Stop runs…' }).click()
    await expect(desk.getByRole('heading', { name: 'Stop runs', level: 1 })).toBeVisible()
    await desk.getByRole('button', { name: 'Count runs' }).click()
    await expect(desk.getByText('no runs are under way.')).toBeVisible()
    await desk.getByLabel('Agent ID').fill('not an id')
    await desk.getByRole('button', { name: 'Count runs' }).click()
    await expect(desk.getByText('Enter an ID like')).toBeVisible()
    const root = await superAdmin(url)
    const asking = graph(
      [node('start', 'manual_trigger', 'Start'), node('ask', 'approval', 'Ask', { title: 'Go on?' }, 304)],
      [edge('start', 'ask')],
    )
    const workflow = await root.workflow('Runs wild', asking)
    for (const _ of [1, 2]) await root.run({ workflow_id: workflow }, {})
    await desk.getByLabel('Runs of').selectOption('Workflow')
    await desk.getByLabel('Workflow ID').fill(workflow)
    await desk.getByRole('button', { name: 'Count runs' }).click()
    await expect(desk.getByText('Runs wild: 2 runs under way.')).toBeVisible()
    await expectSoundInEveryLook(desk)
    await desk.getByRole('button', { name: 'Stop 2 runs…' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('It calls a hospital over and over')
    await dialog.getByRole('button', { name: 'Stop 2 runs' }).click()
    const row = desk.getByRole('row').filter({ hasText: 'Runs wild' })
    await expect(row.getByRole('cell').nth(1)).toHaveText('2')
    const { data } = await root.call('GET', `/api/v1/executions?workflow_id=${workflow}`)
    expect(data.items.map(({ status }: { status: string }) => status)).toEqual(['cancelled', 'cancelled'])
  })
  await admins.close()

  await test.step('the person is told', async () => {
    await openInApp(page, '/dashboard')
    await page.getByRole('button', { name: /Notifications/ }).click()
    await expect(page.getByText('We acted on your report of HCPCS')).toBeVisible()
    await expect(page.getByText('The seller has corrected the codes.')).toBeVisible()
  })
})
