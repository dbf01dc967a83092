/** Two people of a practice review the same documents: decisions meet, nothing is lost, and the report says who signed. */
import { expect, type Page, test } from '@playwright/test'
import { expectSoundInEveryLook, findings, runSample, selected, viewer } from '#test/support/browser.ts'
import { joinE2eDatabase } from '#test/support/e2e-database.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { savedPdf } from '#test/support/pdf-text.ts'
import { personOn, sellerOn } from '#test/support/people.ts'
import { done } from '#test/support/visit.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Documents to review' }).locator('tbody tr')
const conflict = (page: Page) => page.getByText('Another person decided this meanwhile')

test('two reviewers decide the same code, choose which counts, and sign the document off', async ({
  browser,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const contexts = [await browser.newContext({ baseURL: url }), await browser.newContext({ baseURL: url })] as const
  const [asha, ben] = [await sellerOn(contexts[0], url), await personOn(contexts[1], 'basic_user', url)]
  const { id, slug } = await done(asha.mine.call('POST', '/api/v1/workspaces', { name: 'Clinic at the river' }))
  const { id: hisId } = await done(ben.mine.call('GET', '/api/v1/users/me'))
  const database = await joinE2eDatabase(url)
  await database.pool.query(`insert into workspace_members values ($1, $2, 'reviewer')`, [id, hisId])
  ben.who.name = 'Ben Thomas'
  await database.pool.query('update users set display_name = $2 where id = $1', [hisId, ben.who.name])
  await database.pool.end()
  const within = `/w/${slug}`

  const hers = await contexts[0].newPage()
  for (const sample of ['Clinic note (text)', 'Discharge summary (PDF)']) {
    await hers.goto(`${within}/agent/icd10-coder`)
    await runSample(hers, sample)
  }

  const his = await contexts[1].newPage()
  await his.goto(`${within}/dashboard`)
  await his.getByRole('link', { name: 'Review queue' }).click()
  await expect(rows(his)).toHaveCount(2)
  await expectSoundInEveryLook(his)
  await his.keyboard.press('j')
  await his.keyboard.press('Enter')
  await expect(viewer(his)).toBeVisible()
  const document = new URL(his.url()).search
  await hers.goto(`${within}/review${document}`)
  await expect(selected(hers)).toHaveCount(1)

  // She loses the connection and rejects the first code; he accepts it meanwhile.
  await expect(hers.getByRole('button', { name: /^Sign off/ })).toBeVisible()
  await contexts[0].setOffline(true)
  await selected(hers).getByRole('button').first().focus()
  await hers.keyboard.press('r')
  await expect(selected(hers)).toHaveAttribute('data-verdict', 'rejected')
  await expect(hers.getByText('Not saved yet. Trying again...')).toBeVisible()
  await selected(his).getByRole('button').first().focus()
  await his.keyboard.press('a')
  await expect(selected(his)).toHaveAttribute('data-verdict', 'accepted')
  await expect(selected(his).getByText(ben.who.name)).toBeVisible()
  await contexts[0].setOffline(false)
  await expect(conflict(hers)).toBeVisible()
  await expect(hers.getByText(`${ben.who.name}: Accepted`)).toBeVisible()
  await expect(hers.getByRole('button', { name: /^Sign off/ })).toBeDisabled()
  await expectSoundInEveryLook(hers)
  await hers.getByRole('button', { name: 'Keep mine' }).click()
  await expect(conflict(hers)).toBeHidden()
  await expect(selected(his)).toHaveAttribute('data-verdict', 'rejected')
  await expect(selected(his).getByText(asha.who.name)).toBeVisible()

  await his.getByLabel('Add a comment').fill(`See the plan, @${asha.who.name}`)
  await his.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(hers.getByText(`See the plan, @${asha.who.name}`)).toBeVisible()

  // The rest by keys, as fast as they are pressed.
  await selected(his).getByRole('button').first().focus()
  const shown = await findings(his).count()
  for (let i = 1; i < shown; i += 1) {
    await his.keyboard.press('j')
    await his.keyboard.press('a')
  }
  await expect(his.locator('[data-finding]:not([data-verdict])')).toHaveCount(0)
  await his.keyboard.press('Shift+S')
  const question = his.getByRole('dialog', { name: 'Sign off with open findings?' })
  await expect(question.or(his.getByText('Document signed off'))).toBeVisible()
  if (await question.isVisible()) await question.getByRole('button', { name: 'Sign off', exact: true }).click()
  await expect(his.getByText('Document signed off')).toBeVisible()
  // The next document is open.
  await expect(his).not.toHaveURL(new RegExp(document.slice(1)))
  await expect(viewer(his)).toBeVisible()

  const signed = hers.locator('[data-signed-off]')
  await expect(signed).toContainText(ben.who.name)
  await expect(selected(hers).getByRole('button', { name: 'Accept' })).toBeDisabled()
  await hers.getByRole('button', { name: 'Export' }).click()
  const { text } = await savedPdf(hers, hers.getByRole('menuitem', { name: 'PDF report' }))
  expect(text).toContain(`Signed off: ${ben.who.name}`)
  expect(text).toContain(`Rejected by ${asha.who.name}`)
  expect(text).toContain(`Accepted by ${ben.who.name}`)

  await hers.getByRole('button', { name: 'Reopen', exact: true }).click()
  await expect(signed).toBeHidden()
  await hers.goto(`${within}/review`)
  await expect(rows(hers)).toHaveCount(2)
  await expect(rows(hers).first()).toContainText('Revision 2')
})

test('an approval is given to a colleague, who is told and answers it', async ({ browser, baseURL }) => {
  const url = baseURL ?? ''
  const contexts = [await browser.newContext({ baseURL: url }), await browser.newContext({ baseURL: url })] as const
  const [asha, ben] = [await sellerOn(contexts[0], url), await personOn(contexts[1], 'basic_user', url)]
  const { id, slug } = await done(asha.mine.call('POST', '/api/v1/workspaces', { name: 'Clinic on the hill' }))
  const { id: hisId } = await done(ben.mine.call('GET', '/api/v1/users/me'))
  const database = await joinE2eDatabase(url)
  await database.pool.query(`insert into workspace_members values ($1, $2, 'reviewer')`, [id, hisId])
  ben.who.name = 'Ben Thomas'
  await database.pool.query('update users set display_name = $2 where id = $1', [hisId, ben.who.name])
  await database.pool.end()
  const within = { 'x-workspace': slug }
  const document = graph(
    [
      node('start', 'manual_trigger', 'Start'),
      node('ask', 'approval', 'Ask', { title: 'Pay Ravi Stores?', details: { amount: '₹5,000' } }),
    ],
    [edge('start', 'ask')],
  )
  const { id: workflow_id } = await done(
    asha.mine.call('POST', '/api/v1/workflows', { name: 'Payments', document }, within),
  )
  const asked = { workflow_id, input: {}, wait_ms: 300 }
  const { execution_id } = await done(asha.mine.call('POST', '/api/v1/workflows/execute', asked, within))

  const hers = await contexts[0].newPage()
  await hers.goto(`/w/${slug}/review`)
  const who = hers.getByLabel('Who answers “Pay Ravi Stores?”')
  await who.focus()
  await who.selectOption(hisId)
  await expect(who).toHaveValue(hisId)
  await expectSoundInEveryLook(hers)
  await hers.goto(`/w/${slug}/runs/${execution_id}`)
  await expect(hers.getByLabel('Assigned to')).toHaveValue(hisId)
  await expectSoundInEveryLook(hers)

  const his = await contexts[1].newPage()
  await his.goto('/dashboard')
  await his.getByRole('button', { name: /^Notifications/ }).click()
  await his.getByText(`${asha.who.name} asks you to answer “Pay Ravi Stores?”`).click()
  await expect(his).toHaveURL(`/w/${slug}/runs/${execution_id}`)
  await his.getByRole('button', { name: 'Approve' }).click()
  await expect(his.getByText('Waiting for you')).toBeHidden()
  for (const context of contexts) await context.close()
})
