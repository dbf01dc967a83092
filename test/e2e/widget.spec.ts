import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { expectSound, expectSoundInEveryLook, test } from '#test/support/browser.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { joinE2eDatabase } from '#test/support/e2e-database.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { signUp } from '#test/support/people.ts'

/** Somebody else's site, at `localhost` and at `127.0.0.1`, with a policy that lets in the widget and nothing more. */
async function foreignSite(product: string) {
  let body = ''
  const policy = `default-src 'none'; script-src ${product}; frame-src ${product}`
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('content-security-policy', policy)
    response.end(`<!doctype html><html lang="en"><title>A shop</title><h1>A shop</h1>${body}</html>`)
  })
  await new Promise<void>((listening) => server.listen(0, '0.0.0.0', listening))
  const { port } = server.address() as AddressInfo
  return {
    allowed: `localhost:${port}`,
    url: `http://localhost:${port}/`,
    elsewhere: `http://127.0.0.1:${port}/`,
    show: (html: string) => {
      body = html
    },
    close: () => new Promise((closed) => server.close(closed)),
  }
}

/** Turns the widget of a new service on. @returns the snippet that its page shows */
async function turnOn(page: Page, agent: string, site: string): Promise<string> {
  await page.goto(`/agent/${agent}`)
  await page.getByRole('button', { name: 'Add to My AI Services' }).click()
  await expect(page).toHaveURL(/\/my-ai-services\/[0-9a-f-]{36}$/)
  await page.getByRole('navigation', { name: 'Service' }).getByRole('link', { name: 'Share' }).click()
  const section = page.getByRole('region', { name: 'Widget', exact: true })
  await section.getByLabel('Allowed sites').fill('https://')
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByText('Enter at least one allowed site.')).toBeVisible()
  await section.getByLabel('Allowed sites').fill(site)
  await section.getByLabel('Greeting').fill('Paste a note.')
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByText('Today 0 of 100 runs')).toBeVisible()
  return (await section.locator('pre').first().textContent()) ?? ''
}

test('visitors of another site run a service and read their result, and no other site shows it', async ({
  page,
  browser,
  baseURL,
}) => {
  const site = await foreignSite(baseURL ?? '')
  try {
    await signUp(page)
    const snippet = await turnOn(page, 'icd10-coder', site.allowed)
    expect(snippet).toMatch(
      /^<script src="http:\/\/127\.0\.0\.1:\d+\/widget\.js" data-service="[\w-]{32}" async><\/script>$/,
    )
    await expectSoundInEveryLook(page)

    const visitor = await (await browser.newContext()).newPage()
    const problems: string[] = []
    visitor.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    site.show(snippet + snippet)
    await visitor.goto(site.url)
    const before = await visitor.evaluate(() => Object.keys(window).filter((name) => /chowk|widget/i.test(name)))
    expect(before).toEqual([])
    const launcher = visitor.getByRole('button', { name: 'Ask', exact: true })
    await expect(launcher).toHaveCount(1)
    await launcher.press('Enter')
    const frame = visitor.frameLocator('iframe[title="Ask"]')
    await expect(frame.getByRole('heading', { name: 'ICD-10-CM coder with evidence' })).toBeVisible()
    await frame.getByRole('button', { name: 'Send' }).click()
    await expect(frame.locator('textarea:focus')).toBeVisible()
    await frame.locator('textarea').fill('Type 2 diabetes mellitus without complications.')
    await frame.getByRole('button', { name: 'Send' }).click()
    await expect(frame.locator('[data-finding]').first()).toContainText('E11.9', { timeout: 40_000 })
    await expect(frame.getByRole('link', { name: 'Chowk' })).toBeVisible()
    await frame.locator('textarea').press('Escape')
    await expect(visitor.locator('iframe')).toBeHidden()
    await expect(launcher).toBeFocused()
    expect(problems).toEqual([])

    // The same page at an address that is not on the list.
    await visitor.goto(site.elsewhere)
    await launcher.click()
    await expect(visitor.locator('iframe')).toBeVisible()
    await expect(frame.getByRole('heading', { name: 'ICD-10-CM coder with evidence' })).toBeHidden()
    await expect.poll(() => problems.join()).toContain('frame-ancestors')

    await page.reload()
    const section = page.getByRole('region', { name: 'Widget', exact: true })
    await expect(section.getByText('Today 1 of 100 runs')).toBeVisible()
    await page.getByRole('navigation', { name: 'Service' }).getByRole('link', { name: 'Runs' }).click()
    await expect(page.getByRole('table', { name: 'Runs' }).getByText('Chat')).toBeVisible()
    await page.getByRole('navigation', { name: 'Service' }).getByRole('link', { name: 'Share' }).click()
    await section.getByRole('button', { name: 'Create new token' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create new token' }).click()
    await expect(section.locator('pre').first()).not.toHaveText(snippet)
    await visitor.goto(site.url)
    await launcher.click()
    await expect(frame.getByText('Not available here.')).toBeVisible()
  } finally {
    await site.close()
  }
})

test('an agent that takes one text is asked like in a chat', async ({ page, baseURL }) => {
  const database = await joinE2eDatabase(baseURL ?? '')
  try {
    await signUp(page)
    const { rows } = await database.pool.query('select id from users order by created_at desc limit 1')
    const document = workflow(
      [node('start', 'manual_trigger'), set('done', { reply: 'You said: {{ $input.text }}' })],
      wires('start > done'),
    )
    const slug = `parrot-${Date.now()}`
    await addAgent(database.pool, rows[0].id, document, { slug, name: 'Parrot', category: 'productivity' })
    const snippet = await turnOn(page, slug, 'localhost')
    const token = /data-service="([\w-]{32})"/.exec(snippet)?.[1] ?? ''
    await page.goto(`/widget/${token}`)
    await expect(page.getByText('Paste a note.')).toBeVisible()
    const box = page.getByRole('textbox')
    await box.fill('<b>Hello</b>')
    await box.press('Shift+Enter')
    await box.press('Enter')
    await expect(page.getByText('You said: <b>Hello</b>')).toBeVisible()
    await expect(box).toHaveValue('')
    await box.fill('Again')
    await box.press('Enter')
    await expect(page.getByText('You said: Again')).toBeVisible()
    await expectSound(page)
    await expectSoundInEveryLook(page)
    await database.pool.query(`update service_widgets set daily_runs = 2 where token = $1`, [token])
    await box.fill('Once more')
    await box.press('Enter')
    await expect(page.getByText('Today’s limit is reached. Come back tomorrow.')).toBeVisible()
  } finally {
    await database.drop()
  }
})
