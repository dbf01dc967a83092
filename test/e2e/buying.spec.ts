/**
 * Buying by keyboard alone, and pages of it that survive a reload, Back and a second tab. From a seller's sample document to the
 * buyer who tries it, and to the next version that a service takes when its owner does.
 */
import { expect, type Locator, type Page } from '@playwright/test'
import { expectSound, expectSoundInEveryLook, openInApp, run, takeSample, test } from '#test/support/browser.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { personOn, sellerOn, superAdmin } from '#test/support/people.ts'
import type { Visit } from '#test/support/visit.ts'

/** Moves the focus on as a keyboard does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}
const press = async (page: Page, target: Locator, key = 'Enter') => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

test('a plan is paid by keyboard; its pages stay what they are', async ({ page, context, baseURL }) => {
  const { mine } = await personOn(context, 'basic_user', baseURL)
  const dialog = page.getByRole('dialog')
  await page.goto('/subscribe/professional?billing=monthly')

  await press(page, page.getByRole('button', { name: 'Pay ₹5,000' }))
  await tabTo(page, dialog.getByLabel('State'))
  await page.keyboard.type('Karnataka')
  await press(page, dialog.getByRole('button', { name: 'Continue to pay ₹5,000' }))
  await expect(dialog.getByLabel('The bank’s answer')).toBeVisible()
  await press(page, dialog.getByRole('button', { name: 'Pay ₹5,000' }))
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()

  const thanks = page.url()
  await page.reload()
  await expect(page.getByText('Your Professional plan is paid until')).toBeVisible()
  const second = await context.newPage()
  await second.goto(thanks)
  await expect(second.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await second.close()
  await page.goBack()
  await expect(page.getByText('This is your current plan.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay ₹5,000' })).toHaveCount(0)
  const { data: orders } = await mine.call('GET', '/api/v1/payments/history')
  expect(orders.items.map(({ status }: { status: string }) => status)).toEqual(['paid'])
})

test('a payment that waits for the bank is found again after a reload', async ({ page, context, baseURL }) => {
  const { mine } = await personOn(context, 'basic_user', baseURL)
  const { data } = await mine.call('POST', '/api/v1/payments/create-order', {
    buying: { purpose: 'credits', subject: { paise: 50_000 } },
    billing: { name: 'Asha Rao', state_code: '29' },
    expected_paise: 50_000,
    idempotency_key: crypto.randomUUID(),
  })
  const path = `/api/v1/payments/orders/${data.order.id}`
  await mine.call('POST', `${path}/test-pay`, { method: 'upi', outcome: 'pending' })
  await page.goto(`/payments/${data.order.id}`)
  await page.reload()
  // The bank answers while the page is open.
  await expect(page.getByText('Payment received')).toBeVisible({ timeout: 30_000 })
  expect((await mine.call('GET', '/api/v1/credits')).data.balance_paise).toBe(50_000)
})

const FORM = graph(
  [
    node('ask', 'input_form', 'Ask', {
      fields: [{ name: 'report', label: 'The report', type: 'file', required: true }],
    }),
    node('end', 'template', 'End', { text: 'Read {{ $input.report.file_id }}' }, 304),
  ],
  [edge('ask', 'end')],
)

/** The newest version that waits is approved. */
async function approve(admin: Visit, seller: Visit, id: string): Promise<void> {
  await seller.call('POST', `/api/v1/seller/agents/${id}/submit`, { changelog: 'It says what it does.' })
  const { data } = await seller.call('GET', `/api/v1/seller/agents/${id}`)
  const { status } = await admin.call('POST', `/api/v1/agent-submissions/${data.submission.id}/decide`, {
    approve: true,
  })
  expect(status).toBe(200)
}

test('a sample document is tried by visitors, and a service takes the next version when its owner does', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { mine: seller, url } = await sellerOn(context, baseURL)
  const admin = await superAdmin(url)
  const workflow_id = await seller.workflow('Report reader', FORM)
  const name = `Report reader ${crypto.randomUUID().slice(0, 8)}`
  const { data: agent } = await seller.call('POST', '/api/v1/agents', {
    workflow_id,
    name,
    tagline: 'Says which report it was given.',
    description: 'Give it a report.',
    category: 'productivity',
  })

  await test.step('the seller gives a document, which is kept and run by the platform', async () => {
    await page.goto(`/marketplace/publish?agent=${agent.id}&step=samples`)
    await page.getByRole('button', { name: 'Add sample' }).click()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/api/v1/files', async (route) => {
      await held
      await route.continue()
    })
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'report.txt', mimeType: 'text/plain', buffer: Buffer.from('Haemoglobin 11.2 g/dL') })
    const title = page.getByRole('textbox', { name: 'Title of sample 1' })
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await title.fill('A report')
    await saved
    // The title is, the document isn't yet: a reload would lose it.
    await expect(page.getByText('Not saved')).toBeVisible()
    letGo()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText('report.txt')).toBeVisible()
    await expect(title).toHaveValue('A report')
    await expectSound(page)
    await page.getByRole('button', { name: 'Run samples' }).click()
    await expect(page.getByText('Passed')).toBeVisible({ timeout: 30_000 })
    await approve(admin, seller, agent.id)
  })

  await test.step('a visitor tries it with that document', async () => {
    const visitor = await browser.newPage({ baseURL: url })
    await visitor.goto(`/agent/${agent.slug}`)
    await takeSample(visitor, 'A report')
    await run(visitor).click()
    await expect(visitor.getByText(/Read [0-9a-f-]{36}/)).toBeVisible({ timeout: 30_000 })
    // What the platform got when it was submitted is there for them, too.
    await visitor.goto(`/agent/${agent.slug}`)
    await expect(visitor.getByRole('region', { name: 'Sample result' })).toContainText(/Read [0-9a-f-]{36}/)
    await visitor.close()
  })

  await test.step('a service stays with its version until its owner takes the next', async () => {
    const { data: service } = await seller.call('POST', '/api/v1/services', { agent_id: agent.id })
    await seller.call('PUT', `/api/v1/agents/${agent.id}`, { does: ['Names the report'] })
    await approve(admin, seller, agent.id)
    await page.goto(`/my-ai-services/${service.id}`)
    await page.getByRole('button', { name: 'See version 2' }).click()
    await expect(page.getByRole('dialog').getByText('It says what it does.')).toBeVisible()
    await expectSoundInEveryLook(page)
    await page.getByRole('button', { name: 'Upgrade to version 2' }).click()
    await expect(page.getByRole('button', { name: 'See version 2' })).toHaveCount(0)
    const { data } = await seller.call('GET', `/api/v1/services/${service.id}`)
    expect(data.version).toMatchObject({ number: 2, newest: 2 })
    await openInApp(page, `/agent/${agent.slug}`)
    await expect(page.getByRole('region', { name: 'Services' }).getByRole('link', { name })).toBeVisible()
    await page.getByRole('button', { name: 'See changes in version 2' }).click()
    await expect(page.getByRole('dialog', { name: 'Version 2 compared with version 1' })).toContainText(
      'It says what it does.',
    )
  })
})
