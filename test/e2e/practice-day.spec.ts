/**
 * A day of a practice: three people with accounts of their own, one of whom drops the documents of the day, one reviews and signs them
 * off, and one exports the report, approves something on a phone and sees afterwards what it cost and who did what. Prints what a
 * reviewer presses who agrees with the agent. `DOCUMENTS=40 npm test -- test/e2e/practice-day.spec.ts` takes the forty of the plan.
 */
import { type BrowserContext, expect, test } from '@playwright/test'
import { WORKSPACE_HEADER } from '#shared/workspace-address.ts'
import { viewer } from '#test/support/browser.ts'
import { countClicks } from '#test/support/clicks.ts'
import { joinE2eDatabase } from '#test/support/e2e-database.ts'
import { pdf } from '#test/support/files.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { savedPdf } from '#test/support/pdf-text.ts'
import { personOn, type SignedIn, sellerOn } from '#test/support/people.ts'
import { done } from '#test/support/visit.ts'

const DOCUMENTS = Number(process.env.DOCUMENTS ?? 5)
/** Of the forty: 20 besides one for each document. */
const ALLOWED = DOCUMENTS + 20

const NOTES = [
  'Type 2 diabetes mellitus. Essential hypertension.',
  'Acute bronchitis. Asthma.',
  'Chronic kidney disease.',
]
const note = (number: number) =>
  pdf((page) => page.text(`Discharge summary ${number}. Assessment: ${NOTES[number % NOTES.length]}`))

interface Practice {
  within: string
  slug: string
  owner: SignedIn
  reviewer: SignedIn
  member: SignedIn
}

async function openPractice(contexts: readonly BrowserContext[], url: string): Promise<Practice> {
  const [first, second, third] = contexts
  if (!first || !second || !third) throw new Error('Three people take part')
  const owner = await sellerOn(first, url)
  const [reviewer, member] = [await personOn(second, 'basic_user', url), await personOn(third, 'basic_user', url)]
  const { id, slug } = await done(owner.mine.call('POST', '/api/v1/workspaces', { name: 'Clinic at the bridge' }))
  const database = await joinE2eDatabase(url)
  for (const [one, role] of [
    [reviewer, 'reviewer'],
    [member, 'member'],
  ] as const) {
    const { id: person } = await done(one.mine.call('GET', '/api/v1/users/me'))
    await database.pool.query(`insert into workspace_members values ($1, $2, $3)`, [id, person, role])
  }
  await database.pool.end()
  return { within: `/w/${slug}`, slug, owner, reviewer, member }
}

test('three people of a practice do the day’s documents, and the owner can tell afterwards who did what', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(60_000 + DOCUMENTS * 12_000)
  const url = baseURL ?? ''
  const contexts = await Promise.all(Array.from({ length: 3 }, () => browser.newContext({ baseURL: url })))
  const { within, slug, owner, reviewer, member } = await openPractice(contexts, url)
  const [hers, his, theirs] = [
    await (contexts[0] as BrowserContext).newPage(),
    await (contexts[1] as BrowserContext).newPage(),
    await (contexts[2] as BrowserContext).newPage(),
  ]
  const inside = { [WORKSPACE_HEADER]: slug }
  const service = await done(
    owner.mine.call('POST', '/api/v1/services', { agent_id: 'icd10-coder', name: 'Coding' }, inside),
  )

  const dropped = await countClicks(theirs, 'all')
  await test.step('a member drops the documents of the day and starts them', async () => {
    await theirs.goto(`${within}/my-ai-services/${service.id}?tab=batches`)
    const files = await Promise.all(Array.from({ length: DOCUMENTS }, (_, at) => note(at)))
    await theirs
      .getByLabel('Add documents')
      .setInputFiles(
        files.map((buffer, at) => ({ name: `summary-${at + 1}.pdf`, mimeType: 'application/pdf', buffer })),
      )
    await theirs.getByRole('button', { name: 'Upload and review' }).click()
    await theirs.getByRole('button', { name: 'Start' }).click()
    await expect(theirs.getByText('Finished', { exact: true })).toBeVisible({ timeout: DOCUMENTS * 6000 })
  })
  const batch = new URL(theirs.url()).pathname

  const reviewed = await countClicks(his, 'all')
  await test.step('a reviewer who agrees with the agent signs each off with one key', async () => {
    await his.goto(`${within}/dashboard`)
    await his.getByRole('link', { name: 'Review queue' }).click()
    await his.getByRole('table', { name: 'Documents to review' }).waitFor()
    await his.keyboard.press('j')
    await his.keyboard.press('Enter')
    for (let left = DOCUMENTS; left > 0; left -= 1) {
      const open = his.url()
      await expect(viewer(his)).toBeVisible()
      await expect(his.getByRole('button', { name: 'Accept the rest and sign off' })).toBeEnabled()
      await his.keyboard.press('Shift+D')
      await expect(his).not.toHaveURL(open)
    }
    await expect(his.getByText('Nothing to review')).toBeVisible()
  })

  const exported = await countClicks(hers, 'all')
  await test.step('the owner exports the report: it says that every document is signed off', async () => {
    await hers.goto(batch)
    await hers.getByRole('button', { name: 'Export' }).click()
    const { text } = await savedPdf(hers, hers.getByRole('menuitem', { name: 'PDF' }))
    expect(text).toContain(`Signed off: ${DOCUMENTS} of ${DOCUMENTS}.`)
  })
  const presses = dropped() + reviewed() + exported()
  console.log(
    `a day of ${DOCUMENTS} documents, from drop to signed report: ${presses} clicks and keys (allowed ${ALLOWED})`,
  )
  expect(presses).toBeLessThanOrEqual(ALLOWED)

  await test.step('what waits for an answer is approved on a phone, without signing in', async () => {
    const document = graph(
      [
        node('start', 'manual_trigger', 'Start'),
        node('ask', 'approval', 'Ask the owner', { title: 'Send the codes to the insurer?' }),
        node('done', 'set_fields', 'Send'),
      ],
      [edge('start', 'ask'), edge('ask', 'done', 'approved')],
    )
    const made = await done(owner.mine.call('POST', '/api/v1/workflows', { name: 'Send codes', document }, inside))
    const { execution_id } = await done(
      owner.mine.call('POST', '/api/v1/workflows/execute', { workflow_id: made.id, input: {} }, inside),
    )
    await hers.goto(`${within}/runs/${execution_id}`)
    await hers.getByRole('button', { name: 'Ask someone else' }).click()
    const dialog = hers.getByRole('dialog', { name: 'Ask someone else' })
    await dialog.getByText('I’ll pass it on').click()
    await dialog.getByLabel('Who it is for').fill('Dr Rao')
    await dialog.getByRole('button', { name: 'Make link' }).click()
    const link = String(await dialog.getByText(/\/approve\//).textContent())
    const phone = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } })
    const screen = await phone.newPage()
    await screen.goto(new URL(link.trim()).pathname)
    await screen.getByRole('button', { name: 'Approve' }).click()
    await expect(screen.getByText('You approved it')).toBeVisible()
    await phone.close()
    await expect(hers.locator('[data-run="succeeded"]')).toBeVisible()
  })

  await test.step('she sees what it cost by person, and who did what with a document', async () => {
    await hers.goto(`${within}/subscription?tab=credits`)
    await expect(hers.getByRole('region', { name: 'Spending by person' })).toContainText(member.who.name)
    await hers.goto(`${within}/workspace?tab=activity`)
    const entries = hers.getByRole('list', { name: 'Activity' })
    for (const one of [owner, reviewer, member]) await expect(entries.getByText(one.who.name).first()).toBeVisible()
    await hers.goto(batch)
    await hers.getByRole('table', { name: 'Documents of the batch' }).getByRole('row').nth(1).click()
    const run = await hers.getByRole('link', { name: 'Open run' }).getAttribute('href')
    await hers.goto(`${run}/record`)
    await expect(hers.getByText(reviewer.who.name).first()).toBeVisible()
    await expect(hers.getByText(/signed off/i).first()).toBeVisible()
  })
  for (const context of contexts) await context.close()
})
