/** Hostile text in every field a person can fill, and stored wherever it may be shown: it runs nothing and breaks no layout. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Role } from '#contract/core/access.ts'
import { openInApp, test } from '#test/support/browser.ts'
import { enter, type Person, person } from '#test/support/people.ts'
import { LONG } from '#test/support/scale.ts'
import { done, signIn, visit } from '#test/support/visit.ts'

const SCRIPT = `"><script>window.hit=1</script><img src=x onerror="window.hit=1"><svg onload="window.hit=1">`
const HOSTILE: Record<string, string> = {
  'what wants to run': `${SCRIPT} [click](javascript:window.hit=1) javascript:window.hit=1`,
  'what wants to turn around or hide': `\u202eevil\u202c \u2066isolate never ended \u061c${'a\u200b\u200d\ufeff\u2060b'.repeat(40)}`,
  // Longer than every limit of a field but the largest.
  'a word without an end': 'W'.repeat(LONG ? 10_000 : 2_500),
}

/** As text: this project's types know no browser. */
async function expectUnharmed(page: Page, what: string): Promise<void> {
  expect(await page.evaluate('window.hit ?? 0'), `${what} ran`).toBe(0)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 860 })
    const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(over), `${what} at ${width} px`).toBe(0)
  }
  await page.setViewportSize({ width: 1280, height: 860 })
}

/** Where people write, by who they are. */
const WRITING: { role: Role | null; paths: string[] }[] = [
  {
    role: null,
    paths: [
      ...['/', '/marketplace', '/agent/icd10-coder', '/contact', '/docs', '/api', '/workflow-agents', '/login'],
      ...['/register', '/forgot-password', '/reset-password?token=nothing', '/no/such/page'],
    ],
  },
  {
    role: 'basic_user',
    paths: [
      ...['/profile', '/upgrade', '/my-ai-services', '/my-workflows', '/node-config-test', '/dashboard'],
      ...['account', 'security', 'api-keys', 'data'].map((section) => `/settings?section=${section}`),
    ],
  },
]

async function fillAll(page: Page, text: string): Promise<number> {
  const fields = page.locator('input:visible:not([type]), input:visible, textarea:visible')
  let filled = 0
  // Held themselves, not by their place: what is typed into one may take away or bring others.
  for (const field of await fields.elementHandles()) {
    if (!(await field.isVisible())) continue
    const kind = (await field.getAttribute('type')) ?? 'text'
    if (!['text', 'search', 'email', 'url', 'password', 'tel'].includes(kind)) continue
    if (!(await field.isEditable())) continue
    await field.fill(text)
    await field.dispatchEvent('blur')
    filled += 1
  }
  return filled
}

for (const { role, paths } of WRITING)
  test(`every field of ${role ?? 'a visitor'} takes hostile text as text`, async ({ browser }, info) => {
    test.setTimeout(180_000)
    const url = info.project.use.baseURL ?? ''
    const context = await browser.newContext({ baseURL: url })
    if (role !== null) await enter(context, await person(context, role, url), url)
    const page = await context.newPage()
    for (const path of paths) {
      await openInApp(page, path)
      await expect(page.locator('main').first()).toBeVisible()
      await expect(page.getByText('Initializing')).toHaveCount(0)
      // What was drawn before the code came may be drawn anew.
      await expect(page.locator('html')).toHaveAttribute('data-live', '')
      await fillAll(page, Object.values(HOSTILE).join(' '))
      await expectUnharmed(page, path)
    }
    await context.close()
  })

/** A fault as a hostile browser would report it, with the text in every field that an admin reads. */
const faultOf = (text: string) => ({
  error: { name: text.slice(0, 200), message: text.slice(0, 5000), stack: text, cause: text.slice(0, 5000) },
  context: { url: text.slice(0, 2000), [text.slice(0, 200)]: text.slice(0, 2000) },
})

/** Through the API, as somebody would who has no patience with forms. @returns the pages of what was taken */
async function write(url: string, { email, password }: Person, text: string): Promise<string[]> {
  const mine = visit(url, await signIn(url, email, password))
  const line = text.slice(0, 120)
  const { data: agent } = await mine.call('GET', '/api/v1/agents/icd10-coder')
  const answers = [
    await mine.call('POST', '/api/v1/services', { agent_id: agent.id, name: line }),
    await mine.call('POST', '/api/v1/workflows/execute', { agent_id: agent.id, input: { text }, wait_ms: 20_000 }),
    await mine.call('PUT', '/api/v1/auth/profile', { display_name: line, bio: text.slice(0, 2000) }),
    await mine.call('POST', '/api/v1/api-keys', { name: line.slice(0, 60), scopes: ['run'] }),
    await mine.call('POST', '/api/v1/role-requests', { role: 'seller', reason: text.slice(0, 1000) }),
    await mine.call('POST', '/api/v1/contact', { topic: 'help', name: line, email, message: text.slice(0, 5000) }),
  ]
  const fault = faultOf(text)
  await done(mine.call('POST', '/api/v1/errors/report', fault))
  const { error, context } = fault
  await done(mine.call('POST', '/api/v1/errors/feedback', { error, context, feedback: text.slice(0, 5000) }))
  // Taken, or refused by name.
  for (const { status, errors } of answers.filter((answer) => answer.status >= 300)) {
    expect([400, 402, 403, 409, 429]).toContain(status)
    expect(errors[0]?.field ?? errors[0]?.code).toBeTruthy()
  }
  const [service, run] = answers
  return [
    ...(service?.data?.id ? [`/my-ai-services/${service.data.id}`] : []),
    ...(run?.data?.execution_id ? [`/runs/${run.data.execution_id}`] : []),
  ]
}

async function expectShown(context: BrowserContext, paths: readonly string[]): Promise<void> {
  const page = await context.newPage()
  for (const path of paths) {
    await openInApp(page, path)
    await expect(page.locator('main').first()).toBeVisible()
    await expect(page.getByText('Initializing')).toHaveCount(0)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectUnharmed(page, path)
  }
  await page.close()
}

test('hostile text that is stored is shown as text to its owner and to the admins', async ({ browser }, info) => {
  test.setTimeout(120_000)
  const url = info.project.use.baseURL ?? ''
  const context = await browser.newContext({ baseURL: url })
  const who = await person(context, 'basic_user', url)
  const made: string[] = []
  for (const text of Object.values(HOSTILE)) made.push(...(await write(url, who, text)))
  expect(made.length).toBeGreaterThan(Object.keys(HOSTILE).length)
  await enter(context, who, url)
  const own = ['/dashboard', '/profile', '/settings?section=api-keys', '/upgrade', '/my-ai-services', '/my-workflows']
  await expectShown(context, [...own, ...made])
  await context.close()

  const office = await browser.newContext({ baseURL: url })
  await enter(office, await person(office, 'super_admin', url), url)
  await expectShown(office, ['/dashboard', '/admin/outbox'])
  const reported = await office.newPage()
  await reported.goto('/admin/errors')
  await expect(reported.getByRole('heading', { name: SCRIPT }).first()).toBeVisible()
  // Where it broke is folded away, and shown all the same.
  await reported.evaluate('document.querySelectorAll("main details").forEach((part) => { part.open = true })')
  await expectUnharmed(reported, '/admin/errors')
  await office.close()
})
