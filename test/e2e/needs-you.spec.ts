/** What needs a person is one list on the dashboard, the most urgent first, each row with the press that settles it. */
import { expect } from '@playwright/test'
import { expectSoundInEveryLook, test } from '#test/support/browser.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'
import { done } from '#test/support/visit.ts'

test('an unpaid order, a question, a failure and a result to read are one list with a press each', async ({
  page,
  context,
  baseURL,
}) => {
  const { mine } = await sellerOn(context, baseURL)
  const { id: agent_id } = await done(mine.call('GET', '/api/v1/agents/icd10-coder'))
  const service = await done(mine.call('POST', '/api/v1/services', { agent_id, name: 'Ward coder' }))
  await mine.run({ service_id: service.id }, { text: 'Type 2 diabetes mellitus. No fever.' }, 20_000)
  await done(
    mine.call('POST', '/api/v1/payments/create-order', {
      buying: { purpose: 'credits', subject: { paise: 50_000 } },
      billing: { name: 'Ward 4', address: '1 Lake Road, Bengaluru', state_code: '29', gstin: null },
      expected_paise: 50_000,
      idempotency_key: `needs-${Date.now()}-of-a-person`,
    }),
  )
  const asks = graph(
    [
      node('start', 'manual_trigger', 'Start'),
      node('ask', 'approval', 'Ask', { title: 'Send the letter to Dr Rao?' }),
      node('done', 'set_fields', 'Send'),
    ],
    [edge('start', 'ask'), edge('ask', 'done', 'approved')],
  )
  const fails = graph(
    [
      node('start', 'manual_trigger', 'Start'),
      node('stop', 'stop', 'Stop', { status: 'failed', message: 'No address' }),
    ],
    [edge('start', 'stop')],
  )
  for (const [name, document] of [
    ['Letters', asks],
    ['Reminders', fails],
  ] as const)
    await done(
      mine.call('POST', '/api/v1/workflows/execute', {
        workflow_id: await mine.workflow(name, document),
        input: {},
        wait_ms: 5000,
      }),
    )

  await page.goto('/dashboard')
  const needs = page.getByRole('region', { name: 'Needs you' })
  const rows = needs.getByRole('listitem')
  await expect(rows).toHaveText([
    /Not paid yet.*Credits.*Pay ₹500/,
    /Send the letter to Dr Rao\?.*waits for your approval.*Decide/,
    /Reminders.*failed.*See why/,
    /Documents to review.*1.*Review/,
  ])
  await expectSoundInEveryLook(page)
  await rows.nth(3).getByRole('link').click()
  await expect(page).toHaveURL('/review')
  await page.goto('/dashboard')
  await rows.nth(0).getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Pay ₹500' })).toBeVisible()
})
