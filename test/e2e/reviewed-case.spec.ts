/** What people decided about a document becomes a test case, once the workspace allows it. */
import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { expectSoundInEveryLook, viewer } from '#test/support/browser.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { sellerOn } from '#test/support/people.ts'
import { done } from '#test/support/visit.ts'

const LETTER = 'Patient: Asha Ramachandran\nPhone: +91 98765 43210\nInfluenza. Ramachandran agrees.'
const RESULT = {
  ...{ view: 'codes', notice: null, document: null, text: LETTER },
  codes: [
    {
      ...{ code: 'J11', description: 'Influenza', confidence: 0.8, assertion: 'present' },
      evidence: [{ text: 'Influenza', start: 49, end: 58, page: 1, boxes: [] }],
    },
  ],
}

test('a decided run becomes a test case without personal data once an owner allows it', async ({
  context,
  page,
  baseURL,
}) => {
  const { mine } = await sellerOn(context, baseURL ?? '')
  const { slug } = await done(mine.call('POST', '/api/v1/workspaces', { name: 'Practice with cases' }))
  const within = { 'x-workspace': slug }
  const document = workflow([node('start', 'manual_trigger'), set('code', RESULT)], wires('start > code'))
  const { id: workflow_id } = await done(mine.call('POST', '/api/v1/workflows', { name: 'Coder', document }, within))
  const body = { workflow_id, input: { text: LETTER }, wait_ms: 9000 }
  const { execution_id: id } = await done(mine.call('POST', '/api/v1/workflows/execute', body, within))

  await page.goto(`/w/${slug}/runs/${id}`)
  const make = viewer(page).getByRole('button', { name: 'Make a test case' })
  await expect(make).toBeDisabled()
  const decisions = [{ id: 'code:J11:present', verdict: 'accepted', after: 0, key: randomUUID() }]
  await done(mine.call('POST', `/api/v1/executions/${id}/decisions`, { decisions }, within))
  await expect(make).toBeEnabled()
  await make.click()
  const dialog = page.getByRole('dialog', { name: 'Make a test case' })
  await expect(dialog).toContainText('An owner or admin can allow it')
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.goto(`/w/${slug}/workspace?tab=data`)
  await page.getByLabel('Runs may become test cases').check()
  await page.getByRole('button', { name: 'Save policy' }).click()
  await expect(page.getByText('Policy saved')).toBeVisible()

  await page.goto(`/w/${slug}/runs/${id}`)
  await make.focus()
  await page.keyboard.press('Enter')
  const text = dialog.getByLabel('Input: text')
  await expect(text).toHaveValue('Patient: [name 1]\nPhone: [phone 1]\nInfluenza. [name 1] agrees.')
  await expect(dialog.getByText('Names: 2')).toBeVisible()
  await expect(dialog.getByText('Phone numbers: 1')).toBeVisible()
  await expect(dialog.getByText('J11')).toBeVisible()
  await expectSoundInEveryLook(page)
  await text.fill('Patient: Vikram Malhotra\nInfluenza.')
  await dialog.getByRole('button', { name: 'Save test case' }).click()
  await expect(page).toHaveURL(new RegExp(`/w/${slug}/custom-agents/${workflow_id}/tests$`))
  await expect(page.getByText('Test case saved')).toBeVisible()
  await expect(page.getByLabel('Name of test case 1')).toHaveValue(/^Reviewed run/)
  const { cases } = await done(mine.call('GET', `/api/v1/workflows/${workflow_id}/tests`, undefined, within))
  expect(cases).toMatchObject([
    { expected: ['J11'], input: { text: expect.stringMatching(/^Patient: \[name \d\]\nInfluenza\.$/) } },
  ])
})
