/** The agent page: what a user has of an agent after the first run, and how programs and assistants call it. */
import { expect } from '@playwright/test'
import { expectSoundInEveryLook, openInApp, test, viewer } from '#test/support/browser.ts'
import { assistantAt, type Generation } from '#test/support/mcp.ts'
import { personOn } from '#test/support/people.ts'

test('after the first run the page shows what one has of the agent', async ({ page, context, baseURL }) => {
  const { mine } = await personOn(context, 'basic_user', baseURL)
  const own = page.getByRole('region', { name: 'Your usage' })

  await test.step('nothing before there is something', async () => {
    await page.goto('/agent/hcpcs-finder')
    await expect(page.getByRole('button', { name: 'Add to My AI Services' })).toBeVisible()
    await expect(own).toHaveCount(0)
  })
  await test.step('a run started here, with its status', async () => {
    await page.getByRole('textbox').first().fill('Standard wheelchair')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(viewer(page)).toBeVisible({ timeout: 30_000 })
    await expect(own.getByRole('table', { name: 'Your last runs of this agent' })).toContainText('Succeeded')
  })
  await test.step('services and keys, and the way to them', async () => {
    const { data: agent } = await mine.call('GET', '/api/v1/agents/hcpcs-finder')
    await mine.call('POST', '/api/v1/services', { agent_id: agent.id, name: 'Supplies desk' })
    await mine.call('POST', '/api/v1/api-keys', { name: 'Night job', scopes: ['run'] })
    await mine.call('POST', '/api/v1/api-keys', { name: 'Reader', scopes: ['read'] })
    await page.goto('/agent/hcpcs-finder')
    await expect(own.getByRole('region', { name: 'Services' })).toContainText('Supplies desk')
    const keys = own.getByRole('region', { name: 'API keys that can run it' })
    await expect(keys).toContainText('Night job')
    await expect(keys).not.toContainText('Reader')
    await expectSoundInEveryLook(page)
    await own.getByRole('link', { name: 'Supplies desk' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Supplies desk')
  })
})

test('the listing is there for programs, and a badge for other sites', async ({ page, request }) => {
  await page.goto('/agent/icd10-coder')
  const twin = page.locator('link[rel="alternate"][type="text/markdown"]')
  const href = new URL((await twin.getAttribute('href')) ?? '')
  const text = await request.get(href.pathname)
  expect([text.status(), (await text.text()).split('\n')[0]]).toEqual([200, '# ICD-10-CM coder with evidence'])
  const badge = await request.get('/agent/icd10-coder/badge.svg')
  expect([badge.status(), badge.headers()['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  expect((await request.get('/agent/nobody.md')).status()).toBe(404)
})

test('how it is called is shown in three languages, with its errors and limits', async ({ page }) => {
  await page.goto('/agent/icd10-coder')
  const use = page.getByRole('region', { name: 'Developers' })
  await expect(use.getByRole('region', { name: 'curl with a text' })).toContainText('/api/v1/workflows/execute')
  await use.getByText('Python', { exact: true }).click()
  await expect(use.getByRole('region', { name: 'Python program' })).toContainText('import requests')
  await page.getByText('Badge and text version').click()
  await use.getByRole('tab', { name: 'Input, output and errors' }).click()
  const errors = use.getByRole('table', { name: 'Errors when running the agent' })
  await expect(errors.getByRole('row', { name: /429 too_many_requests/ })).toBeVisible()
  // It costs nothing, so nothing is to be paid.
  await expect(errors).not.toContainText('402')
  await expectSoundInEveryLook(page)
  await page.getByRole('link', { name: 'Compare with these agents' }).click()
  await expect(page.getByRole('button', { name: 'Compare 3' })).toBeVisible()
})

test('an assistant runs it with the settings that are shown, and gives what the API gives', async ({
  page,
  context,
  baseURL,
}) => {
  const { mine, url } = await personOn(context, 'basic_user', baseURL)
  const made = await mine.call('POST', '/api/v1/api-keys', { name: 'Assistant', scopes: ['run'] })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { data: agent } = await mine.call('GET', '/api/v1/agents/icd10-coder')
  const { input } = agent.version.samples.find(({ file }: { file: unknown }) => file === null)
  const byApi = await mine.call('POST', '/api/v1/workflows/execute', { agent_id: agent.slug, input, wait_ms: 25_000 })
  expect(byApi.data.output.codes.length).toBeGreaterThan(3)
  /** What stands in the settings, as copied. */
  const copied = async () => {
    const block = page.getByRole('region', { name: 'MCP settings for Configuration file' }).locator('..')
    await block.getByRole('button', { name: 'Copy' }).click()
    await expect(block.getByRole('button', { name: 'Copied' })).toBeVisible()
    return JSON.parse(await page.evaluate(() => navigator.clipboard.readText())).mcpServers
  }
  const told = (server: { url: string; headers: { Authorization: string } }, generation: Generation) => {
    expect(server.headers.Authorization).toBe('Bearer YOUR_API_KEY')
    return assistantAt(server.url, made.data.secret, generation)
  }
  await test.step('through the marketplace', async () => {
    await page.goto('/agent/icd10-coder')
    await page.getByRole('tab', { name: 'Assistants (MCP)' }).click()
    const { chowk } = await copied()
    expect(chowk.url).toBe(`${url}/mcp`)
    const marketplace = await told(chowk, '2026')
    const found = await marketplace.call('search_agents', { query: 'diagnosis codes', category: 'healthcare' })
    expect(found.data.agents[0].agent_id).toBe('icd10-coder')
    const ran = await marketplace.call('run_agent', { agent_id: 'icd10-coder', input })
    expect(ran.data.output.codes).toEqual(byApi.data.output.codes)
    await marketplace.close()
    await page.getByText('Claude Code', { exact: true }).click()
    const command = page.getByRole('region', { name: 'MCP settings for Claude Code' })
    await expect(command).toContainText(`claude mcp add --transport http chowk ${url}/mcp`)
    await page.getByText('VS Code', { exact: true }).click()
    await expect(page.getByRole('region', { name: 'MCP settings for VS Code' })).toContainText('promptString')
    await expectSoundInEveryLook(page)
  })
  await test.step('as a service, whose runs stand on its page', async () => {
    const service = await mine.call('POST', '/api/v1/services', { agent_id: agent.id })
    await openInApp(page, `/my-ai-services/${service.data.id}?tab=api`)
    const { 'icd10-coder': own } = await copied()
    for (const generation of ['2025', 'v1'] as const) {
      const assistant = await told(own, generation)
      const [tool] = await assistant.tools()
      expect([tool?.name, tool?.inputSchema]).toEqual(['icd10_coder', agent.version.input_schema])
      expect((await assistant.call('icd10_coder', input)).data.output.codes).toEqual(byApi.data.output.codes)
      await assistant.close()
    }
    await page.goto(`/my-ai-services/${service.data.id}`)
    await expect(page.getByRole('table', { name: 'Runs' }).getByText('Succeeded')).toHaveCount(2)
    await expectSoundInEveryLook(page)
  })
})
