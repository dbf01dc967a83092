/**
 * Every served page, seen by whom it is for: axe finds nothing and nothing is wider than the window, in light, in dark and at
 * 390 px. `npm run screenshots` runs this alone; the pictures go to `.data/screenshots`.
 */
import { join } from 'node:path'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Guard, Role } from '#contract/access.ts'
import { PAGES } from '#contract/pages.ts'
import { expectSoundInEveryLook, test } from '#test/support/browser.ts'
import { SMALL } from '#test/support/graphs.ts'
import { payoutRun } from '#test/support/payouts.ts'
import { enter, person, SUPER_ADMIN } from '#test/support/people.ts'
import { signIn, type Visit, visit } from '#test/support/visit.ts'

const FOLDER = join(import.meta.dirname, '../../.data/screenshots')
const PICTURES = process.env.PICTURES === 'yes'

/** Whom a guard is for; null is a visitor. */
const FOR: Record<Guard, Role | null> = {
  public: null,
  'guest-only': null,
  authenticated: 'basic_user',
  'seller-type': 'seller',
  admin: 'admin',
  'super-admin': 'super_admin',
}

interface Sight {
  path: string
  name: string
  role: Role | null
}

const named = (path: string): string => path.replace(/^\//, '').replace(/[^a-z0-9]+/gi, '-') || 'home'

/** Pages with parameters are seen with these; a page that is missing here fails. */
const SAMPLES: Record<string, string> = {
  '/agent/{id}': '/agent/icd10-coder',
  '/sellers/{handle}': '/sellers/chowk-labs',
  '/marketplace/categories/{slug}': '/marketplace/categories/healthcare',
  '/benches/{id}': '/benches/{bench}',
  '/runs/{id}': '/runs/{run}',
  '/runs/{id}/compare/{other}': '/runs/{run}/compare/{second}?show=all',
  '/executions/{executionId}': '/executions/{run}',
  '/my-ai-services/{id}': '/my-ai-services/{service}',
  '/payments/{id}': '/payments/{order}',
  '/docs/{page}': '/docs/self-hosting',
  '/subscribe/{tierId}': '/subscribe/starter?billing=yearly',
  '/my-workflows/{id}': '/my-workflows/{shared}',
  '/my-workflows/{id}/triggers': '/my-workflows/{workflow}/triggers',
  '/forms/{token}': '/forms/{form}',
  '/workflow-agents/{id}': '/workflow-agents/icd10-coder',
  '/seller/agents/{id}': '/seller/agents/{agent}',
  '/seller/evaluations/{id}': '/seller/evaluations/{agent}',
  '/seller/*': '/seller/first',
  '/admin/payouts/{id}': '/admin/payouts/{payout}',
  '/workflows/templates/{id}': '/workflows/templates/bank-statement-by-category',
}

/** States that have no address of their own in the table of pages. */
const MORE: Sight[] = [
  { path: '/no/such/page', name: '404', role: null },
  { path: '/runs/{run}?step=start:', name: 'run-step', role: 'super_admin' },
  { path: '/execution-recovery?scope=all', name: 'execution-recovery-all', role: 'super_admin' },
  { path: '/no/such/page', name: '404-user', role: 'basic_user' },
  { path: '/marketplace', name: 'marketplace-user', role: 'basic_user' },
  { path: '/agent/contract-analyst', name: 'agent-user', role: 'basic_user' },
  { path: '/agent/icd10-coder#reviews', name: 'agent-reviewed', role: 'basic_user' },
  { path: '/marketplace?model=none', name: 'marketplace-filtered', role: 'basic_user' },
  { path: '/marketplace?saved=true', name: 'marketplace-nothing-saved', role: 'basic_user' },
  { path: '/marketplace/categories/marketing', name: 'category-empty', role: null },
  { path: '/premium', name: 'access-denied', role: 'basic_user' },
  { path: '/dashboard', name: 'dashboard-seller', role: 'seller' },
  { path: '/my-workflows?tab=shared', name: 'my-workflows-shared', role: 'basic_user' },
  { path: '/my-workflows?tab=own', name: 'my-workflows-own', role: 'super_admin' },
  { path: '/my-workflows?tab=import', name: 'my-workflows-import', role: 'super_admin' },
  { path: '/workflows?view=archived', name: 'workflows-archive', role: 'seller' },
  { path: '/workflows', name: 'workflows-empty', role: 'super_admin' },
  { path: '/workflows/designer?workflow={workflow}', name: 'designer', role: 'seller' },
  { path: '/workflows/designer?workflow={workflow}&show=list', name: 'designer-list', role: 'seller' },
  { path: '/workflows/designer?workflow={workflow}&panel=history', name: 'designer-history', role: 'super_admin' },
  { path: '/workflows/designer?workflow={workflow}&panel=comments', name: 'designer-comments', role: 'super_admin' },
  { path: '/dashboard', name: 'dashboard-admin', role: 'admin' },
  { path: '/seller/payouts?edit=details', name: 'seller-payouts-edit', role: 'seller' },
  { path: '/seller/payouts?tab=statement', name: 'seller-statement', role: 'seller' },
  { path: '/seller/invoices?to=you', name: 'seller-invoices-to-you', role: 'seller' },
  { path: '/admin/ledger?tab=transactions', name: 'admin-ledger-transactions', role: 'super_admin' },
  { path: '/admin/ledger?tab=gstr1', name: 'admin-ledger-gstr1', role: 'super_admin' },
  { path: '/payments/{unpaid}', name: 'payment-unpaid', role: 'basic_user' },
  { path: '/payments?tab=purchases', name: 'purchases', role: 'basic_user' },
  { path: '/payments?tab=purchases&show=runs', name: 'purchases-runs', role: 'basic_user' },
  { path: '/admin/payments?tab=disputes', name: 'admin-payments-disputes', role: 'admin' },
  { path: '/admin/payments?tab=unclaimed', name: 'admin-payments-unclaimed', role: 'admin' },
  { path: '/admin/payments?tab=reconciliation', name: 'admin-payments-reconciliation', role: 'admin' },
  { path: '/admin/agents?status=agents', name: 'admin-agents-all', role: 'admin' },
  ...['workflow', 'details', 'samples', 'price', 'submit'].map((step) => ({
    path: `/marketplace/publish?agent={agent}&step=${step}`,
    name: `publish-${step}`,
    role: 'seller' as const,
  })),
  { path: '/pricing?billing=yearly', name: 'pricing-yearly', role: null },
  { path: '/subscribe/starter?billing=monthly', name: 'subscribe-user', role: 'basic_user' },
  { path: '/subscribe/gold', name: 'subscribe-unknown', role: null },
  { path: '/subscription-success', name: 'subscription-success-user', role: 'basic_user' },
  { path: '/subscription?tab=payments', name: 'subscription-payments', role: 'basic_user' },
  { path: '/subscription?tab=invoices', name: 'subscription-invoices', role: 'basic_user' },
  { path: '/subscription?tab=credits', name: 'subscription-credits', role: 'basic_user' },
  { path: '/subscription?tab=history', name: 'subscription-history', role: 'basic_user' },
  ...['security', 'connections', 'notifications', 'api-keys', 'credentials', 'models', 'appearance', 'data'].map(
    (section) => ({
      path: `/settings?section=${section}`,
      name: `settings-${section}`,
      role: 'basic_user' as const,
    }),
  ),
  { path: '/design-system?tab=controls', name: 'design-system-controls', role: 'basic_user' },
  { path: '/design-system?tab=codes', name: 'design-system-codes', role: 'basic_user' },
  { path: '/design-system?tab=data', name: 'design-system-data', role: 'basic_user' },
  { path: '/design-system?tab=feedback', name: 'design-system-feedback', role: 'basic_user' },
]

const sights: Sight[] = [
  ...PAGES.filter(({ served }) => served).map(({ path, guard }) => ({
    path: SAMPLES[path] ?? path,
    name: named(path),
    role: path === '/runs/{id}' ? 'basic_user' : FOR[guard],
  })),
  ...MORE,
]

/** What this person has: a service and a finished run, so that pages show something. */
async function belongings(url: string, who: { email: string; password: string }): Promise<Record<string, string>> {
  const mine = visit(url, await signIn(url, who.email, who.password))
  const { data: agent } = await mine.call('GET', '/api/v1/agents/icd10-coder')
  const { data: service } = await mine.call('POST', '/api/v1/services', { agent_id: agent.id, name: 'Ward coder' })
  const run = await mine.run({ agent_id: agent.id }, { text: 'Type 2 diabetes mellitus. No fever.' }, 20_000)
  const second = await mine.run({ agent_id: agent.id }, { text: 'Essential hypertension. No fever.' }, 20_000)
  await mine.run({ agent_id: agent.id }, { text: 'Acute bronchitis. No fever.' }, 20_000)
  await mine.call('PUT', '/api/v1/agents/icd10-coder/reviews', { stars: 4, text: 'Shows where each code comes from.' })
  const things = {
    service: service.id,
    run: run.execution_id,
    second: second.execution_id,
    bench: await benched(mine, agent.id),
  }
  return { ...things, ...(await ordered(mine)), shared: await sharedWith(url, who) }
}

/** A bench of one agent that has begun, with an answer that is right and one that is not. */
async function benched(mine: Visit, agent: string): Promise<string> {
  const agent_ids = [agent]
  const { data } = await mine.call('POST', '/api/v1/benches', { agent_ids })
  const cases = [['E11.9'], ['Z99'], null].map((expected, at) => ({
    name: `Ward ${at + 1}`,
    input: { text: 'Type 2 diabetes mellitus. No fever.' },
    expected,
    scorer: { type: 'contains' },
  }))
  await mine.call('PUT', `/api/v1/benches/${data.id}`, { agent_ids, cases, same_as: {}, keep_days: 7 })
  await mine.call('POST', `/api/v1/benches/${data.id}/start`, { most_paise: 0 })
  return data.id
}

/** A top-up that was paid and is asked back, and one that was left. */
async function ordered(mine: Visit): Promise<Record<string, string>> {
  const order = async (paise: number) => {
    const body = {
      buying: { purpose: 'credits', subject: { paise } },
      billing: { name: 'Asha Rao', state_code: '29' },
      expected_paise: paise,
      idempotency_key: crypto.randomUUID(),
    }
    return (await mine.call('POST', '/api/v1/payments/create-order', body)).data.order.id
  }
  const [paid, unpaid] = [await order(50_000), await order(100_000)]
  await mine.call('POST', `/api/v1/payments/orders/${paid}/test-pay`, { method: 'card', outcome: 'success' })
  await mine.call('POST', `/api/v1/payments/orders/${paid}/check`)
  await mine.call('POST', '/api/v1/refunds', { order_id: paid, reason: 'I need less' })
  return { order: paid, unpaid }
}

/** A workflow of an admin that this person may look at. */
async function sharedWith(url: string, { email, password }: { email: string; password: string }): Promise<string> {
  const admin = visit(url, await signIn(url, SUPER_ADMIN.email, SUPER_ADMIN.password))
  const id = await admin.workflow('Ours', SMALL)
  await admin.call('POST', `/api/v1/workflows/${id}/members`, { email, role: 'viewer' })
  await visit(url, await signIn(url, email, password)).call('POST', `/api/v1/workflows/${id}/join`)
  return id
}

/** Workflows that wait to be started: by requests, which have come already, and by a public form. */
async function triggered(url: string, who: { email: string; password: string }): Promise<Record<string, string>> {
  const mine = visit(url, await signIn(url, who.email, who.password))
  const make = async (type: string, version: number, config: object) => {
    const node = { id: 'start', type, version, title: 'Start', config, position: { x: 0, y: 0 } }
    const document = { schema_version: 1, nodes: [node], edges: [], notes: [], groups: [] }
    return (await mine.call('POST', '/api/v1/workflows', { name: 'Orders', document })).data
  }
  const hook = await make('webhook_trigger', 2, {})
  for (const path of [hook.hook.path, hook.hook.test_path]) await fetch(`${url}${path}`, { method: 'POST', body: 'x' })
  const fields = [
    { name: 'mail', label: 'E-mail', type: 'email', required: true },
    { name: 'size', type: 'select', options: [{ value: 's' }] },
    { name: 'text', type: 'textarea', help: 'As much as you like.' },
    { name: 'agreed', type: 'boolean' },
  ]
  const form = await make('form_trigger', 1, { title: 'Order', description: 'We answer within a day.', fields })
  const { data: found } = await mine.call('GET', `/api/v1/workflows/${form.id}/triggers`)
  const asked = await make('input_form', 1, {
    fields: [{ name: 'text', label: 'Your text', type: 'textarea', required: true }],
  })
  const { data: agent } = await mine.call('POST', '/api/v1/agents', {
    workflow_id: asked.id,
    tagline: 'Says again what it is told.',
    samples: [{ title: 'A greeting', input: { text: 'Namaste' } }],
  })
  return { workflow: hook.id, form: found.triggers[0].address.split('/').at(-1), agent: agent.id }
}

async function look(page: Page, { path, name }: Sight): Promise<void> {
  await page.goto(path)
  await expect(page.locator('main').first()).toBeVisible()
  await expect(page.getByText('Initializing')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0)
  // Down to the end and back: what loads when it comes into sight is part of the picture.
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
  // The design system shows what waiting looks like.
  if (!name.startsWith('design-system')) {
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
  }
  await page.evaluate('window.scrollTo(0, 0)')
  await expectSoundInEveryLook(page, async (shade) => {
    if (!PICTURES) return
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    await page.screenshot({ path: join(FOLDER, `${name}.${shade.name.replace(' ', '')}.png`), fullPage: true })
  })
}

test('every page with a parameter has a sample to be seen with', () => {
  expect(
    sights.filter(({ path }) =>
      /\{(?!run|payout|second|service|order|unpaid|shared|workflow|form|agent|bench)|\*/.test(path),
    ),
  ).toEqual([])
})

for (const role of [null, 'basic_user', 'seller', 'admin', 'super_admin'] as const) {
  test.describe(`as ${role ?? 'a visitor'}`, () => {
    let context: BrowserContext
    /** One for all: a new one begins with nothing compiled, which costs more than the page itself. */
    let page: Page
    let things: Record<string, string> = {}
    test.beforeAll(async ({ browser }, info) => {
      const url = info.project.use.baseURL ?? ''
      context = await browser.newContext({ baseURL: url })
      page = await context.newPage()
      if (role === null) things = await triggered(url, SUPER_ADMIN)
      if (role === null) return
      const who = await person(context, role, url)
      await enter(context, who, url)
      if (role === 'seller') things = await triggered(url, who)
      if (role === 'basic_user' || role === 'super_admin') things = await belongings(url, who)
      if (role === 'super_admin') things.payout = await payoutRun(url)
    })
    test.afterAll(() => context.close())
    for (const sight of sights.filter((one) => one.role === role)) {
      test(`${sight.name} is sound`, async () => {
        const path = sight.path.replace(/\{(\w+)\}/g, (_, key: string) => things[key] ?? '')
        await look(page, { ...sight, path })
      })
    }
  })
}
