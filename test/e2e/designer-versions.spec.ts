import { expect, type Page, test } from '@playwright/test'
import { drag } from '#test/support/designer.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { person, sellerOn } from '#test/support/people.ts'
import { signIn, type Visit, visit } from '#test/support/visit.ts'

const document = (text: string) =>
  graph(
    [
      node('start', 'webhook_trigger', 'Call comes', { respond: 'when_finished' }, 0, 100, 2),
      node(
        'answer',
        'set_fields',
        'Answer',
        { json: { text, prompt: 'Read the letter.\nSay what it asks for.' } },
        320,
        100,
      ),
    ],
    [edge('start', 'answer')],
  )

interface Stage {
  page: Page
  url: string
  id: string
  mine: Visit
  versions: () => Promise<{ number: number; is_live: boolean; name: string; notes: string }[]>
  text: () => Promise<string>
}

/** @param rest of the address, made once the workflow is there */
async function stage(page: Page, url: string, rest?: (mine: Visit, id: string) => Promise<string>): Promise<Stage> {
  const { mine } = await sellerOn(page.context(), url)
  const id = await mine.workflow('Letters', document('one'))
  await page.goto(`/workflows/designer?workflow=${id}${(await rest?.(mine, id)) ?? ''}`)
  await expect(page.getByRole('region', { name: 'Canvas' })).toBeVisible({ timeout: 30_000 })
  return {
    page,
    url,
    id,
    mine,
    versions: async () => (await mine.call('GET', `/api/v1/workflows/${id}/versions`)).data.items,
    text: async () => (await mine.call('GET', `/api/v1/workflows/${id}`)).data.document.nodes[1].config.json.text,
  }
}

/** An edit from elsewhere, and the page opened on it. */
async function edit({ page, mine, id }: Stage, text: string): Promise<void> {
  const { data } = await mine.call('GET', `/api/v1/workflows/${id}`)
  await mine.call('PUT', `/api/v1/workflows/${id}`, { document: document(text), base_revision: data.revision })
  await page.reload()
  await expect(page.getByRole('region', { name: 'Canvas' })).toBeVisible({ timeout: 30_000 })
}

test('a workflow is published, compared, put back and taken back', async ({ page, baseURL }) => {
  const it = await stage(page, baseURL ?? '')
  const bar = page.getByRole('button', { name: /^Versions:/ })
  const dialog = page.getByRole('dialog')
  const { data: hook } = await it.mine.call('GET', `/api/v1/workflows/${it.id}`)
  const call = async () => {
    const { status, data } = await it.mine.call('POST', hook.hook.path, {})
    return status === 200 ? data.output.text : status
  }

  await test.step('the first version, with the mouse, with a name and notes', async () => {
    await expect(bar).toContainText('Never published')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(dialog).toContainText('Yes, everything is set up.')
    await dialog.getByLabel('Version name').fill('First')
    await dialog.getByLabel('Notes').fill('<img src=x onerror=alert(1)> says one')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(bar).toContainText('Version 1 is live')
    expect(await it.versions()).toMatchObject([
      { number: 1, is_live: true, name: 'First', notes: '<img src=x onerror=alert(1)> says one' },
    ])
  })

  await test.step('a change of the draft is not live, and is told', async () => {
    await edit(it, 'two')
    await expect(bar).toContainText('1 unpublished change')
    expect(await call()).toBe('one')
  })

  await test.step('with the keyboard: what changed, and the next version', async () => {
    await page.getByRole('region', { name: 'Canvas' }).click({ position: { x: 20, y: 20 } })
    await page.keyboard.press('Shift+P')
    await expect(dialog).toContainText('Since version 1: 1 step changed; 1 setting')
    await expect(dialog).toContainText('Webhook')
    await dialog.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
    await expect(bar).toContainText('Version 2 is live')
    await expect.poll(call).toBe('two')
  })

  await test.step('the panel lists versions; two are compared side by side and as a list', async () => {
    await page.keyboard.press('Shift+H')
    const panel = page.getByRole('complementary', { name: 'Versions' })
    await expect(panel.getByRole('listitem')).toHaveCount(2)
    await expect(panel).toContainText('<img src=x onerror=alert(1)> says one')
    await panel.getByRole('button', { name: 'More for version 2' }).click()
    await page.getByRole('menuitem', { name: 'Compare with version 1' }).click()
    await expect(dialog.getByRole('status')).toHaveText('1 step changed; 1 setting')
    const sides = dialog.locator('.react-flow__viewport')
    await expect(sides).toHaveCount(2)
    // Moving one moves the other.
    await dialog.getByRole('region', { name: /^Version 1/ }).hover({ position: { x: 60, y: 60 } })
    await page.mouse.wheel(0, -200)
    const where = async () => [await sides.nth(0).getAttribute('style'), await sides.nth(1).getAttribute('style')]
    await expect.poll(async () => new Set(await where()).size).toBe(1)
    // In a window that became narrow they stand above each other, and are shown whole again.
    const wide = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 390, height: 844 })
    const cards = dialog.getByRole('region', { name: /^Version 1/ }).locator('.react-flow__node')
    await expect(cards).toHaveCount(2)
    await expect(cards.last()).toBeInViewport()
    await page.setViewportSize(wide)
    await dialog.getByText('List', { exact: true }).click()
    await expect(dialog.getByRole('list').first().locator('del')).toContainText('one')
    await expect(dialog.getByRole('list').first().locator('ins')).toContainText('two')
    await page.keyboard.press('Escape')
  })

  await test.step('a version is put back into the draft, and that is undone', async () => {
    await page.getByRole('button', { name: 'More for version 1' }).click()
    await page.getByRole('menuitem', { name: 'Restore to draft' }).click()
    await expect.poll(it.text).toBe('one')
    await page.getByRole('region', { name: 'Canvas' }).click({ position: { x: 20, y: 20 } })
    await page.keyboard.press('Control+Z')
    await expect.poll(it.text).toBe('two')
  })

  await test.step('the publication is taken back, and the older version published', async () => {
    await page.getByRole('button', { name: 'More for version 2' }).click()
    await page.getByRole('menuitem', { name: 'Unpublish' }).click()
    await dialog.getByRole('button', { name: 'Unpublish' }).click()
    await expect(bar).toContainText('Not published')
    await expect.poll(call).toBe(404)
    await page.getByRole('button', { name: 'More for version 1' }).click()
    await page.getByRole('menuitem', { name: 'Publish this version' }).click()
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(bar).toContainText('Version 1 is live')
    await expect.poll(call).toBe('one')
    await page.getByRole('tab', { name: 'Used by' }).click()
    await expect(page.getByRole('tabpanel')).toContainText('Webhook')
  })
})

test('a draft is kept as a checkpoint, compared with and put back', async ({ page, baseURL }) => {
  const it = await stage(page, baseURL ?? '')
  const dialog = page.getByRole('dialog')
  const panel = page.getByRole('complementary', { name: 'Versions' })
  const kept = async () =>
    (await it.mine.call('GET', `/api/v1/workflows/${it.id}/versions`)).data.items.map(
      ({ number, has_run, checkpoint }: { number: number; has_run: boolean; checkpoint: { name: string } | null }) => [
        number,
        has_run,
        checkpoint?.name,
      ],
    )

  await test.step('with the keyboard; without a name it is not', async () => {
    await page.getByRole('region', { name: 'Canvas' }).click({ position: { x: 20, y: 20 } })
    await page.keyboard.press('Control+s')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Name is required')
    await dialog.getByLabel('Name').fill('Before <i>two</i>')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    expect(await kept()).toEqual([[1, false, 'Before <i>two</i>']])
  })

  await test.step('with the mouse, from the panel; nothing runs it', async () => {
    await edit(it, 'two')
    await page.getByRole('button', { name: /^Versions:/ }).click()
    await expect(panel.getByRole('listitem')).toContainText('Before <i>two</i>')
    await expect(panel.getByRole('listitem')).toContainText('Checkpoint')
    await panel.getByRole('button', { name: 'Save checkpoint...' }).click()
    await dialog.getByLabel('Name').fill('Two')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(kept).toEqual([
      [2, false, 'Two'],
      [1, false, 'Before <i>two</i>'],
    ])
    await expect(page.getByRole('button', { name: /^Versions:/ })).toContainText('Never published')
  })

  await test.step('compared, put back, undone', async () => {
    await panel.getByRole('button', { name: 'More for version 2' }).click()
    await page.getByRole('menuitem', { name: 'Compare with version 1' }).click()
    await expect(dialog.getByRole('status')).toHaveText('1 step changed; 1 setting')
    await page.keyboard.press('Escape')
    await panel.getByRole('button', { name: 'More for version 1' }).click()
    await page.getByRole('menuitem', { name: 'Restore to draft' }).click()
    await expect.poll(it.text).toBe('one')
    await page.getByRole('region', { name: 'Canvas' }).click({ position: { x: 20, y: 20 } })
    await page.keyboard.press('Shift+D')
    await expect(dialog.getByLabel('Before').locator('option:checked')).toHaveText('Version 2 · Two')
    await expect(dialog.getByRole('status')).toHaveText('1 step changed; 1 setting')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Z')
    await expect.poll(it.text).toBe('two')
  })
})

test('people comment on a step, name each other, answer and resolve', async ({ page, baseURL }) => {
  const it = await stage(page, baseURL ?? '')
  const comments = async () => (await it.mine.call('GET', `/api/v1/workflows/${it.id}/comments`)).data
  const panel = page.getByRole('complementary', { name: 'Comments' })
  const step = page.locator('.react-flow__node[data-id="answer"]')

  await test.step('on a step, from its menu', async () => {
    await step.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Add comment' }).click()
    const field = panel.getByLabel('Comment on “Answer”')
    await expect(field).toBeFocused()
    await field.fill('<script>alert(1)</script> is this **right**?')
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await comments()).items.length).toBe(1)
    expect((await comments()).items[0]).toMatchObject({
      node_id: 'answer',
      text: '<script>alert(1)</script> is this **right**?',
    })
    await expect(page.getByRole('button', { name: '1 comment on Answer' })).toBeVisible()
  })

  await test.step('answered with the keyboard; the pin counts it', async () => {
    await panel.getByLabel('Answer', { exact: true }).first().focus()
    await page.keyboard.type('Yes it is')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: '2 comments on Answer' })).toBeVisible()
  })

  await test.step('its pin is dragged to a place of its own, and back onto the step', async () => {
    const first = async () => (await comments()).items[0]
    const middle = async (place: typeof step) => {
      const box = await place.boundingBox()
      if (!box) throw new Error('There is nothing to drag')
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    const from = await middle(page.getByRole('button', { name: '2 comments on Answer' }))
    await drag(page, from, { x: from.x - 60, y: from.y + 160 })
    await expect.poll(first).toMatchObject({ node_id: null, point: { x: expect.any(Number) } })
    await drag(page, await middle(page.getByRole('button', { name: /comments on a place/ })), await middle(step))
    await expect.poll(first).toMatchObject({ node_id: 'answer', point: null })
  })

  await test.step('changed, resolved, found again and opened', async () => {
    await panel
      .getByRole('button', { name: /^More for the comment/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await panel.getByLabel('Your comment').fill('Is this right?')
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await comments()).items[0].text).toBe('Is this right?')
    await panel.getByRole('button', { name: 'Resolve' }).click()
    await expect(page.getByRole('button', { name: /comments? on Answer/ })).toHaveCount(0)
    await panel.getByText(/^Resolved 1/).click()
    // Its pin comes with the news of the workflow, here before the answer: the keyboard is still in the panel.
    const answer = Promise.withResolvers<void>()
    await page.route(/\/comments\/[^/]+$/, async (route) => {
      const response = await route.fetch()
      await answer.promise
      await route.fulfill({ response })
    })
    await panel.getByRole('button', { name: 'Reopen' }).click()
    await expect(page.getByRole('button', { name: '2 comments on Answer' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    const told = page.waitForResponse(/\/comments\/[^/]+$/)
    answer.resolve()
    // The reload that follows would take the answer away from the route that still hands it over.
    await told
  })

  await test.step('what is typed survives the panel and a reload; the keyboard opens both', async () => {
    await page.getByRole('region', { name: 'Canvas' }).click({ position: { x: 20, y: 20 } })
    await page.keyboard.press('Shift+C')
    await panel.getByLabel('Comment on the workflow').fill('Not sent yet')
    await page.reload()
    await expect(page.getByRole('region', { name: 'Canvas' })).toBeVisible({ timeout: 30_000 })
    await page.keyboard.press('Shift+C')
    await expect(panel.getByLabel('Comment on the workflow')).toHaveValue('Not sent yet')
  })

  await test.step('deleted', async () => {
    await panel
      .getByRole('button', { name: /^More for the comment/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect.poll(async () => (await comments()).items.length).toBe(1)
  })
})

test('a person mentioned in a comment is told, and led to it', async ({ page, context, baseURL, browser }) => {
  const url = baseURL ?? ''
  const other = await person(await browser.newContext(), 'seller', url)
  const theirs = visit(url, await signIn(url, other.email, other.password))
  await stage(page, url, async (mine, id) => {
    await mine.call('POST', `/api/v1/workflows/${id}/members`, { email: other.email, role: 'viewer' })
    await theirs.call('POST', `/api/v1/workflows/${id}/join`)
    const { data: made } = await theirs.call('POST', `/api/v1/workflows/${id}/comments`, { text: 'Look here' })
    expect(made.items).toHaveLength(1)
    return `&comment=${made.id}`
  })
  const panel = page.getByRole('complementary', { name: 'Comments' })
  await expect(panel.locator('[aria-current=true]')).toContainText('Look here')
  await panel.getByLabel('Answer', { exact: true }).focus()
  await page.keyboard.type(`@${other.name.slice(0, 3)}`)
  await expect(panel.getByRole('option', { name: other.name })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('thanks')
  await page.keyboard.press('Control+Enter')
  const notices = async () => (await theirs.call('GET', '/api/v1/notifications')).data.items
  await expect.poll(async () => (await notices())[0]?.title).toContain('mentioned you in “Letters”')
  expect((await notices())[0].message).toBe(`@${other.name} thanks`)
  await context.close()
})
