/** An assistant is given the address alone: its person signs in, agrees, it calls tools, and stops when it is disconnected. */
import type { Client } from '@modelcontextprotocol/client'
import { expect } from '@playwright/test'
import { expectSoundInEveryLook, test } from '#test/support/browser.ts'
import { oauthAssistant } from '#test/support/oauth-assistant.ts'
import { person } from '#test/support/people.ts'
import { signIn, visit } from '#test/support/visit.ts'

const asClient = (found: Client | URL): Client => {
  if (found instanceof URL) throw new Error(`Not connected: ${found.pathname}`)
  return found
}

test('an assistant signs in with its person, runs a service, and is disconnected', async ({ page, context }, info) => {
  const url = info.project.use.baseURL ?? ''
  const who = await person(context, 'basic_user', url)
  await context.clearCookies()
  const mine = visit(url, await signIn(url, who.email, who.password))
  const made = await mine.call('POST', '/api/v1/services', { agent_id: 'icd10-coder', name: 'Ward coder' })
  expect(made.status).toBe(201)

  const callback = 'http://127.0.0.1:49152/callback'
  await page.route('http://127.0.0.1:49152/**', (route) => route.fulfill({ body: 'You can close this page.' }))
  const assistant = oauthAssistant(`${url}/mcp/services`, callback)
  try {
    const first = await assistant.connect()
    if (!(first instanceof URL)) throw new Error('It was let in without its person')
    await page.goto(first.href)
    await expect(page).toHaveURL(/\/login\?next=/)
    await page.getByLabel('Email').fill(who.email)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()

    await expect(page.getByRole('heading', { name: 'Connect an assistant' })).toBeVisible()
    await expect(page.getByText('Ward assistant')).toBeVisible()
    await expect(page.getByText('Unverified assistant')).toBeVisible()
    await expect(page.getByText('127.0.0.1', { exact: true })).toBeVisible()
    await expectSoundInEveryLook(page)

    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:49152\/callback\?error=access_denied&state=a\+state/)

    await page.goto(first.href)
    await page.getByLabel('Run your services and agents').uncheck()
    await page.getByLabel('See your services, and the results of your runs').uncheck()
    await expect(page.getByRole('button', { name: 'Allow' })).toBeDisabled()
    await page.getByLabel('Run your services and agents').check()
    await page.getByLabel('See your services, and the results of your runs').check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:49152\/callback\?code=/)
    await assistant.finish(new URL(page.url()))

    const client = asClient(await assistant.connect())
    const { structuredContent } = await client.callTool({ name: 'list_services', arguments: {} })
    expect(structuredContent).toMatchObject({ services: [{ name: 'Ward coder', service_id: made.data.id }] })
    const input = { text: 'Type 2 diabetes mellitus.' }
    const ran = await client.callTool({ name: 'run_agent', arguments: { service_id: made.data.id, input } })
    expect(ran.structuredContent).toMatchObject({ service_id: made.data.id, status: 'succeeded' })

    await page.goto(`${url}/mcp-tools?tab=assistants`)
    const row = page.getByRole('listitem').filter({ hasText: 'Ward assistant' })
    await expect(row.getByText('All your services, and the marketplace')).toBeVisible()
    await expect(row.getByText('returns to 127.0.0.1')).toBeVisible()
    await expectSoundInEveryLook(page)
    await row.getByRole('button', { name: 'Disconnect Ward assistant' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByText('No assistants connected')).toBeVisible()
    await expect(client.callTool({ name: 'list_services', arguments: {} })).rejects.toThrow()
    // It has to ask its person once more.
    expect(await assistant.connect()).toBeInstanceOf(URL)
  } finally {
    await assistant.close()
  }
})
