/** Documentation, API reference, language, navigation and the palette, in a real browser. */
import { expect, type Page, test } from '@playwright/test'
import { axe } from '#test/support/browser.ts'
import { enter, type Person, person } from '#test/support/people.ts'

/** The page is taken over by its code. */
const listening = async (page: Page) => {
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
}

/** A new account, on its dashboard. */
async function register(page: Page): Promise<Person> {
  const context = page.context()
  const { origin } = new URL(test.info().project.use.baseURL ?? '')
  const who = await person(context, 'basic_user', origin)
  await enter(context, who, origin)
  await page.goto('/dashboard')
  await listening(page)
  return who
}

test('the documentation is read, searched with the keyboard, and linked to by heading', async ({ page }) => {
  await page.goto('/docs')
  await expect(page.getByRole('heading', { level: 1, name: 'Getting started' })).toBeVisible()
  await expect.poll(() => axe(page)).toEqual([])
  await listening(page)
  await page.keyboard.press('/')
  await page.keyboard.type('trust_prox')
  await expect(page.getByRole('status').filter({ hasText: 'for “trust_prox”' })).toBeVisible()
  await expect(page.locator('mark').first()).toHaveText(/TRUST_PROXY/i)
  await page.getByRole('link', { name: /Reverse proxy/ }).click()
  await expect(page).toHaveURL('/docs/self-hosting#reverse-proxy')
  await expect(page.getByRole('heading', { name: /Reverse proxy/ })).toBeInViewport()
  await page.getByRole('link', { name: /Next/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page.getByLabel('Search the documentation')).toHaveValue('trust_prox')
  await page.goto('/docs/no-such-page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('an example of the documentation names this address and is copied', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/docs/api')
  const example = page.getByRole('region', { name: 'Example 3', exact: true })
  await expect(example).toContainText(`curl -s ${baseURL}/api/v1/workflows/execute`)
  await example.locator('..').getByRole('button', { name: 'Copy' }).click()
  const copied = () => page.evaluate('navigator.clipboard.readText()')
  await expect.poll(copied).toContain(`${baseURL}/api/v1/workflows/execute`)
})

test('the API reference is searched, opened by a deep link, and its example works', async ({ page, request }) => {
  const answer = await page.goto('/api')
  expect(answer?.status()).toBe(200)
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'")
  expect((await request.get('/api/nothing', { headers: { accept: 'text/html' } })).status()).toBe(404)
  await listening(page)
  await page.keyboard.press('/')
  await page.keyboard.type('workflow run agent')
  await expect(page).toHaveURL(/q=workflow\+run\+agent$/)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Start an execution/ })
    .last()
    .click()
  await expect(page).toHaveURL(/\/api\?endpoint=executeWorkflow/)
  await expect(page.getByRole('heading', { level: 1, name: 'Start an execution' })).toBeVisible()
  await expect(page.getByText('visitor_quota')).toBeVisible()
  await expect.poll(() => axe(page)).toEqual([])
  await page.getByText('fetch', { exact: true }).click()
  const code = (await page.getByRole('region', { name: 'Example with fetch' }).textContent()) ?? ''
  const { status } = await page.evaluate(
    ({ call }) => Promise.resolve(new Function(`return (async () => {${call}; return { status }})()`)()),
    { call: code },
  )
  expect(status.result).toBe('success')
})

test('Hindi is offered to visitors below every page and to users in their settings, and goes with their account', async ({
  page,
  browser,
  baseURL,
}) => {
  const html = page.locator('html')
  await page.goto('/login')
  await listening(page)
  await page.getByRole('contentinfo').getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('heading', { name: 'फिर से स्वागत है' })).toBeVisible()
  await expect(html).toHaveAttribute('lang', 'hi-IN')
  await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(html).toHaveAttribute('lang', 'en-IN')

  const who = await register(page)
  await page.goto('/settings?section=appearance')
  await page.getByLabel('Interface language').selectOption('हिन्दी')
  await expect(page.getByLabel('इंटरफ़ेस की भाषा')).toHaveValue('hi')
  await expect(html).toHaveAttribute('lang', 'hi-IN')

  // Another browser of the same person begins in English, and turns to the language of the account.
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  await enter(other, who, baseURL ?? '')
  const theirs = await other.newPage()
  await theirs.goto('/settings?section=appearance')
  await expect(theirs.getByLabel('इंटरफ़ेस की भाषा')).toHaveValue('hi')
  await theirs.getByLabel('इंटरफ़ेस की भाषा').selectOption('English')
  await expect(theirs.getByLabel('Interface language')).toHaveValue('en')
  await other.close()
})

test('the drawer of a phone closes on navigation, also to the page one is on', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await register(page)
  for (const name of ['Marketplace', 'Marketplace', 'My AI Services']) {
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.getByRole('button', { name: 'Search agents' }).click()
  await expect(page).toHaveURL('/marketplace')
})

test('the collapsed sidebar is remembered', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await register(page)
  const sidebar = page.locator('[data-sidebar]')
  expect((await sidebar.boundingBox())?.width).toBe(256)
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  await expect(main.getByRole('link', { name: /MCP Tools/ })).toHaveAttribute('href', '/mcp-tools')
  const docs = main.getByRole('link', { name: /Docs/ })
  await expect(docs).toHaveAttribute('target', '_blank')
  await expect(docs).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(page.getByRole('heading', { name: 'Administration' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await page.reload()
  await expect(sidebar).toHaveAttribute('data-sidebar', 'collapsed')
  expect((await sidebar.boundingBox())?.width).toBe(64)
})

test('the palette reaches pages, settings, agents and actions', async ({ page }) => {
  await register(page)
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const open = async (text: string) => {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible()
    await page.keyboard.type(text)
  }
  await open('secur')
  await expect.poll(() => axe(page)).toEqual([])
  await palette.getByRole('option', { name: 'Account Settings: Security' }).click()
  await expect(page).toHaveURL('/settings?section=security')
  await open('icd')
  await palette.getByRole('option', { name: /ICD-10-CM coder/ }).click()
  await expect(page).toHaveURL('/agent/icd10-coder')
})

test('settings of a node are checked by the server, field by field', async ({ page }) => {
  await register(page)
  await page.goto('/node-config-test?type=http_request')
  await page.getByRole('button', { name: 'Validate settings' }).click()
  await expect(page.getByText('1 problem')).toBeVisible()
  await expect(page.getByLabel('Address', { exact: true })).toBeFocused()
  await page.getByLabel('Address', { exact: true }).fill('https://example.com')
  await page.getByRole('button', { name: 'Validate settings' }).click()
  await expect(page.getByText('The settings are valid.')).toBeVisible()
  await page.getByLabel('Or enter a name').fill('htp_request')
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByText('Its status is missing.')).toBeVisible()
  await page.getByRole('link', { name: 'Did you mean http_request?' }).click()
  await expect(page).toHaveURL('/node-config-test?type=http_request')
})

test('in forced colours everything is written in colours of the reader', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' })
    for (const path of ['/', '/agent/icd10-coder', '/pricing', '/login']) {
      await page.goto(path)
      await listening(page)
      await expect.poll(() => axe(page), { message: `${path} ${colorScheme}` }).toEqual([])
    }
  }
})
