import { expect, type Page, test } from '@playwright/test'
import type { WorkflowDocument } from '#graph/document.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { enter, person, sellerOn } from '#test/support/people.ts'
import type { Visit } from '#test/support/visit.ts'

const DOCUMENT = graph(
  [
    node('begin', 'manual_trigger', 'Begin'),
    node('call', 'http_request', 'Call', {}, 0, 140),
    node('order', 'set_fields', 'Order', { json: '{}' }, 0, 280),
  ],
  [edge('begin', 'call'), edge('call', 'order')],
)

const card = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
const settings = (page: Page) => page.getByRole('complementary', { name: /^Settings of/ })
const address = (page: Page) => settings(page).locator('[data-path="url"]').getByRole('textbox')
const bar = (page: Page, words: RegExp | string) => page.getByText(words).first()

/** Room for the canvas beside what is open. */
const WIDE = { width: 1600, height: 900 }

/** Opens the settings of a node, whatever is open. */
async function look(page: Page, id: string) {
  await card(page, id).dblclick()
  await expect(settings(page)).toBeVisible()
}
/** Closes what is open and shows the whole graph again. */
async function back(page: Page) {
  await page.keyboard.press('Escape')
  await expect(settings(page)).toBeHidden()
  await page.keyboard.press('1')
}
const storedBy = (mine: Visit, id: string) => async () =>
  (await mine.call('GET', `/api/v1/workflows/${id}`)).data.document as WorkflowDocument
/** No edit of this page gets through. */
const cut = (page: Page) =>
  page.route(/\/api\/v1\/workflows\/[^/]+\/(operations|live)/, (route) => route.abort('connectionrefused'))
const mend = (page: Page) => page.unroute(/\/api\/v1\/workflows\/[^/]+\/(operations|live)/)
/** They get through again, and the browser says so: nothing has to wait for the next try. */
const reconnect = async (page: Page) => {
  await mend(page)
  await page.evaluate("dispatchEvent(new Event('online'))")
}

test('two people work on one workflow, see each other, and lose nothing', async ({ browser, baseURL }) => {
  const url = baseURL ?? ''
  test.setTimeout(120_000)
  const contexts = [
    await browser.newContext({ baseURL: url, viewport: WIDE }),
    await browser.newContext({ baseURL: url, viewport: WIDE }),
  ] as const
  const [own, her] = [await sellerOn(contexts[0], url), await sellerOn(contexts[1], url)]
  const id = await own.mine.workflow('Ours', DOCUMENT)
  const stored = storedBy(own.mine, id)
  const config = async (of: string) => (await stored()).nodes.find((one) => one.id === of)?.config
  const mine = await contexts[0].newPage()
  const hers = await contexts[1].newPage()

  await test.step('the owner asks by address; who has an account is not told', async () => {
    await mine.goto(`/workflows/designer?workflow=${id}`)
    await card(mine, 'call').waitFor()
    await mine.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = mine.getByRole('dialog', { name: 'Share' })
    await expect(dialog).toContainText('Editors can run this workflow with your credentials and AI models that it uses')
    await expect(dialog).toContainText("They can't read the keys and passwords, or add other credentials and models")
    for (const email of ['nobody@example.test', her.who.email]) {
      await dialog.getByLabel('Email address of their account').fill(email)
      await dialog.getByRole('button', { name: 'Invite' }).click()
      await expect(dialog.getByText(`If ${email} has an account here`)).toBeVisible()
      await expect(dialog.getByRole('listitem').filter({ hasText: email })).toContainText('Invited')
    }
    await dialog.getByRole('button', { name: 'Withdraw the invitation to nobody@example.test' }).click()
    await expect(dialog.getByText('nobody@example.test')).toHaveCount(0)
    await mine.keyboard.press('Escape')
  })

  await test.step('she follows her invitation, and both see each other', async () => {
    await hers.goto(`/workflows/designer?workflow=${id}&join=1`)
    await card(hers, 'call').waitFor()
    await expect(mine.getByRole('button', { name: new RegExp(`^${her.who.name} is`) })).toBeVisible()
    await expect(hers.getByRole('button', { name: new RegExp(`^${own.who.name} is`) })).toBeVisible()
    await card(hers, 'order').click()
    await expect(mine.locator(`[data-person="${her.who.name}"]`)).toBeVisible()
    await expect(mine.locator(`[data-cursor="${her.who.name}"]`)).toBeAttached()
  })

  await test.step('my picture follows her until I move it', async () => {
    const cursor = mine.locator(`[data-cursor="${her.who.name}"]`)
    const face = mine.getByRole('button', { name: new RegExp(`^${her.who.name} is`) })
    await mine.locator('.react-flow').focus()
    await mine.keyboard.press('0')
    await mine.mouse.move(700, 500)
    await mine.mouse.wheel(0, -600)
    await mine.mouse.wheel(0, -600)
    await face.press('Enter')
    await expect(face).toHaveAttribute('aria-pressed', 'true')
    for (const id of ['begin', 'order']) {
      await card(hers, id).click()
      await expect(cursor).toBeInViewport()
    }
    await mine.mouse.wheel(0, 200)
    await expect(face).toHaveAttribute('aria-pressed', 'false')
    await mine.keyboard.press('1')
  })

  await test.step('changes of different fields of one node both happen, on both screens', async () => {
    await look(mine, 'call')
    await look(hers, 'call')
    await Promise.all([
      settings(mine).getByLabel('Method', { exact: true }).selectOption('POST'),
      address(hers).fill('https://hers.example.com'),
    ])
    await expect.poll(() => config('call')).toMatchObject({ method: 'POST', url: 'https://hers.example.com' })
    await expect(settings(hers).getByLabel('Method', { exact: true }).locator('option:checked')).toHaveText('POST')
    await expect(address(mine)).toHaveValue('https://hers.example.com')
    await expect(bar(mine, /^Saved \d+ s ago$/)).toBeVisible()
  })

  await test.step('undo takes back mine and leaves hers', async () => {
    await back(mine)
    await card(mine, 'begin').click()
    await mine.keyboard.press('Control+z')
    await expect.poll(() => config('call')).toEqual({ url: 'https://hers.example.com' })
    await mine.keyboard.press('Control+Shift+z')
    await expect.poll(() => config('call')).toMatchObject({ method: 'POST' })
  })

  await test.step('the same field changed by both is shown with both values, and mine can be chosen', async () => {
    await cut(mine)
    await look(mine, 'call')
    await address(mine).fill('https://mine.example.com')
    await expect(bar(mine, /kept in this browser/)).toBeVisible()
    await address(hers).fill('https://new.example.com')
    await expect.poll(() => config('call')).toMatchObject({ url: 'https://new.example.com' })
    await reconnect(mine)
    await mine.getByRole('button', { name: '1 conflict' }).click({ timeout: 30_000 })
    const dialog = mine.getByRole('dialog', { name: 'Conflicting changes' })
    await expect(dialog).toContainText('https://mine.example.com')
    await expect(dialog).toContainText('https://new.example.com')
    await dialog.getByRole('button', { name: 'Use mine' }).click()
    await expect(dialog).toContainText('All resolved')
    await mine.keyboard.press('Escape')
    await expect.poll(() => config('call')).toMatchObject({ url: 'https://mine.example.com' })
    await expect(address(hers)).toHaveValue('https://mine.example.com')
  })

  await test.step('what she deleted while I changed it can be put back with my change', async () => {
    await address(mine).focus()
    await back(mine)
    await cut(mine)
    await card(mine, 'order').click()
    await mine.keyboard.press('d')
    await address(hers).focus()
    await back(hers)
    await card(hers, 'order').click()
    await hers.keyboard.press('Delete')
    await expect.poll(async () => (await stored()).nodes.map((one) => one.id)).toEqual(['begin', 'call'])
    await reconnect(mine)
    await mine.getByRole('button', { name: '1 conflict' }).click({ timeout: 30_000 })
    await mine.getByRole('button', { name: 'Restore with my change' }).click()
    await mine.keyboard.press('Escape')
    await expect
      .poll(async () => (await stored()).nodes.find((one) => one.id === 'order'))
      .toMatchObject({ disabled: true })
    await expect.poll(async () => (await stored()).edges.length).toBe(2)
    await expect(card(hers, 'order')).toBeVisible()
  })

  await test.step('a role that is lowered closes the page for changes, and says why', async () => {
    await mine.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = mine.getByRole('dialog', { name: 'Share' })
    await dialog.getByLabel(`Role of ${her.who.name}`).selectOption('viewer')
    await expect(bar(hers, 'You can view this workflow but not edit it.')).toBeVisible()
    await card(hers, 'call').click()
    await hers.keyboard.press('Delete')
    expect((await stored()).nodes).toHaveLength(3)
    await dialog.getByRole('button', { name: `Remove ${her.who.name}` }).click()
    await expect(bar(hers, /no longer shared with you/)).toBeVisible()
    await mine.keyboard.press('Escape')
    await expect(mine.getByRole('button', { name: new RegExp(`^${her.who.name} is`) })).toHaveCount(0, {
      timeout: 20_000,
    })
  })
  for (const context of contexts) await context.close()
})

test('a server that is away loses nothing, over a reload too; undo continues elsewhere', async ({
  browser,
  baseURL,
}) => {
  const url = baseURL ?? ''
  test.setTimeout(90_000)
  const context = await browser.newContext({ baseURL: url, viewport: WIDE })
  const { who, mine } = await sellerOn(context, url)
  const id = await mine.workflow('Mine', DOCUMENT)
  const stored = storedBy(mine, id)
  const disabled = async () => (await stored()).nodes.filter((one) => one.disabled).map((one) => one.id)
  const page = await context.newPage()
  await page.goto(`/workflows/designer?workflow=${id}`)
  await card(page, 'call').click()

  await test.step('it says so, keeps working, and catches up', async () => {
    await cut(page)
    await page.keyboard.press('d')
    await expect(bar(page, 'Not saved')).toBeVisible()
    await expect(bar(page, /your change is kept in this browser and sent when the connection is back/)).toBeVisible()
    await card(page, 'order').click()
    await page.keyboard.press('d')
    expect(await disabled()).toEqual([])
    await mend(page)
    await expect.poll(disabled, { timeout: 30_000 }).toEqual(['call', 'order'])
    await expect(bar(page, /^Saved/)).toBeVisible()
  })

  await test.step('changes that were not sent come back after a reload, on what changed meanwhile', async () => {
    await cut(page)
    await page.keyboard.press('d')
    await expect(bar(page, 'Not saved')).toBeVisible()
    const { data } = await mine.call('GET', `/api/v1/workflows/${id}`)
    const operations = [{ type: 'set_title', node_id: 'order', title: 'Renamed' }]
    await mine.call('PUT', `/api/v1/workflows/${id}`, { base_revision: data.revision, operations })
    // Elsewhere while the connection comes back: the page would send its change before it is loaded again.
    await page.goto('about:blank')
    await mend(page)
    await page.goto(`/workflows/designer?workflow=${id}`)
    await expect(bar(page, 'A change of yours that had not been saved came back.')).toBeVisible()
    await expect.poll(disabled).toEqual(['call'])
    expect((await stored()).nodes.find((one) => one.id === 'order')?.title).toBe('Renamed')
  })

  await test.step('another device undoes what this one did, and says what it undoes', async () => {
    const elsewhere = await browser.newContext({ baseURL: url, viewport: WIDE })
    await enter(elsewhere, who, url)
    const other = await elsewhere.newPage()
    await other.goto(`/workflows/designer?workflow=${id}`)
    await expect(other.getByRole('button', { name: /^Undo: / })).toBeEnabled()
    await card(other, 'begin').click()
    await other.keyboard.press('Control+z')
    await expect.poll(disabled).toEqual(['call', 'order'])
    await elsewhere.close()
  })

  await test.step('an archived workflow becomes read-only with the reason; what was not saved can be taken along', async () => {
    await cut(page)
    await card(page, 'order').click()
    await page.keyboard.press('d')
    await expect(bar(page, 'Not saved')).toBeVisible()
    await mine.call('PUT', `/api/v1/workflow-hub/${id}`, { archived: true })
    await mend(page)
    await expect(bar(page, /archived or deleted/)).toBeVisible({ timeout: 30_000 })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download with my changes' }).click()
    expect((await download).suggestedFilename()).toBe('workflow-with-my-changes.json')
  })
  await context.close()
})

test('a person who may not build looks at what is shared with them, and comments on it', async ({
  page,
  browser,
  baseURL,
}) => {
  const { mine, who: owner, url } = await sellerOn(await browser.newContext(), baseURL)
  const id = await mine.workflow('For the ward', DOCUMENT)
  const looker = await person(page.context(), 'basic_user', url)
  await enter(page.context(), looker, url)
  await mine.call('POST', `/api/v1/workflows/${id}/members`, { email: looker.email, role: 'viewer' })
  const comments = async () => (await mine.call('GET', `/api/v1/workflows/${id}/comments`)).data.items

  await test.step('it is found among what is shared, and opens read-only with the reason', async () => {
    await page.goto('/my-workflows?tab=shared')
    const row = page.getByRole('row').filter({ hasText: 'For the ward' })
    await expect(row).toContainText(owner.name)
    await row.getByRole('link', { name: 'For the ward' }).click()
    await expect(page).toHaveURL(new RegExp(`/my-workflows/${id}`))
    await expect(card(page, 'call')).toBeVisible({ timeout: 30_000 })
    await expect(bar(page, 'You can view this workflow but not edit it.')).toBeVisible()
    await card(page, 'call').click()
    await page.keyboard.press('Delete')
    await expect(card(page, 'call')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Publish/ })).toBeDisabled()
  })

  await test.step('they speak, and see what is answered as it is said', async () => {
    await page.keyboard.press('Shift+C')
    const panel = page.getByRole('complementary', { name: 'Comments' })
    await panel.getByLabel(/^Comment on/).fill('Whom does it call?')
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await comments()).length).toBe(1)
    const [{ id: parent_id }] = await comments()
    await mine.call('POST', `/api/v1/workflows/${id}/comments`, { text: 'The bank.', parent_id })
    await expect(panel.getByText('The bank.')).toBeVisible()
  })

  await test.step('taken out, they find it no more', async () => {
    const { data } = await mine.call('GET', `/api/v1/workflows/${id}/members`)
    const [, member] = data.members
    await mine.call('DELETE', `/api/v1/workflows/${id}/members/${member.user_id}`)
    await expect(bar(page, /no longer shared with you/)).toBeVisible()
    await page.goto('/my-workflows?tab=shared')
    await expect(page.getByRole('heading', { name: 'Nothing shared with you' })).toBeVisible()
  })
})
