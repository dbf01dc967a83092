/** Lists of a workspace hide personal data; who may shows it, by keyboard too, and it is recorded. */
import { expect, test } from '@playwright/test'
import { expectSoundInEveryLook } from '#test/support/browser.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { sellerOn } from '#test/support/people.ts'
import { done } from '#test/support/visit.ts'

const LETTER = 'Patient: Asha Ramachandran, born 12/03/1987. Influenza.'
const RESULT = {
  ...{ view: 'codes', notice: null, document: null, text: LETTER },
  codes: [
    {
      ...{ code: 'J11', description: 'Influenza', confidence: 0.8, assertion: 'present' },
      evidence: [{ text: 'Influenza', start: 45, end: 54, page: 1, boxes: [] }],
    },
  ],
}

test('lists hide personal data once an owner wants it, and showing it is recorded', async ({
  context,
  page,
  baseURL,
}) => {
  const { mine } = await sellerOn(context, baseURL ?? '')
  const { slug } = await done(mine.call('POST', '/api/v1/workspaces', { name: 'Practice that hides' }))
  const within = { 'x-workspace': slug }
  const document = workflow([node('start', 'manual_trigger'), set('code', RESULT)], wires('start > code'))
  const { id: workflow_id } = await done(mine.call('POST', '/api/v1/workflows', { name: 'Coder', document }, within))
  const body = { workflow_id, input: { text: LETTER }, wait_ms: 9000 }
  const { execution_id: id } = await done(mine.call('POST', '/api/v1/workflows/execute', body, within))

  await page.goto(`/w/${slug}/workspace?tab=data`)
  await page.getByLabel('Hide personal data in lists').check()
  await page.getByRole('button', { name: 'Save policy' }).click()
  await expect(page.getByText('Policy saved')).toBeVisible()

  await page.goto(`/w/${slug}/dashboard`)
  const runs = page.getByRole('region', { name: 'Latest runs' })
  await expect(runs).toContainText('Patient: ••••')
  await expect(runs).not.toContainText('Ramachandran')
  await expectSoundInEveryLook(page)
  await runs.getByRole('button', { name: 'Show personal data of this run: Coder' }).focus()
  await page.keyboard.press('Enter')
  await expect(runs).toContainText('Asha Ramachandran, born 12/03/1987')

  await page.goto(`/w/${slug}/review`)
  await expect(page.getByRole('table')).toContainText('Patient: ••••')
  await page.getByRole('button', { name: 'Show all on this page' }).click()
  const dialog = page.getByRole('dialog', { name: 'Show personal data' })
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect(dialog.getByText('Use at least 3 characters')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Calling the patient back')
  await expectSoundInEveryLook(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table')).toContainText('Asha Ramachandran')

  await page.goto(`/w/${slug}/runs/${id}/record`)
  const record = page.getByRole('list', { name: 'Record' })
  await expect(record.getByText('Showed personal data in a list that masks it.')).toHaveCount(2)
  await expect(record).toContainText('Reason: Calling the patient back')

  await page.goto(`/w/${slug}/workspace?tab=activity`)
  const activity = page.getByRole('list', { name: 'Activity' })
  await expect(activity).toContainText('Showed personal data in a list that masks it.')
  await expect(activity).not.toContainText('Ramachandran')
  await expectSoundInEveryLook(page)
  await page.getByLabel('What happened').selectOption('Settings and people')
  await page.getByRole('textbox', { name: 'Document' }).focus()
  await page.keyboard.press('Enter')
  await expect(activity.getByRole('listitem')).toHaveCount(2)
  await expect(activity).toContainText('Changed the data policy.')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await activity.getByRole('link', { name: 'Everything about this document' }).first().click()
  await expect(page).toHaveURL(new RegExp(`object=${id}`))
  await expect(activity).toContainText('Started a run of Coder.')
  await expect(activity).not.toContainText('Changed the data policy.')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^activity-[\d-]+\.csv$/)
})
