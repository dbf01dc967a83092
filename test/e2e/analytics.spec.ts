/** /analytics as admins, sellers, buyers with a plan and everyone else see it, and the events that a browser sends. */
import { expect, type Page } from '@playwright/test'
import { ANALYTICS_EVENTS } from '#contract/core/limits.ts'
import { expectSoundInEveryLook, openInApp, somebody, test } from '#test/support/browser.ts'
import { joinE2eDatabase } from '#test/support/e2e-database.ts'
import { personOn, signUp } from '#test/support/people.ts'
import { givePlan } from '#test/support/plans.ts'

/** What three weeks leave in the tables of sums, with a text that would be more than text. */
const HOSTILE = '<img src=x onerror=alert(1)> \u202Eتحليل'
async function fillFigures(url: string): Promise<void> {
  const database = await joinE2eDatabase(url)
  const days = `generate_series((now() at time zone 'Asia/Kolkata')::date - 40, (now() at time zone 'Asia/Kolkata')::date, interval '1 day') d`
  try {
    await database.pool.query(
      `insert into analytics_event_days (day, name, path, events, visits)
       select d, e.name, e.path, 20 + extract(day from d)::int, e.visits from ${days},
         (values ('visit', '', 0), ('page_view', '/', 12), ('page_view', '/marketplace', 9), ('login', '', 0), ('search', '', 0)) e(name, path, visits)
       on conflict (day, name, path) do nothing`,
    )
    await database.pool.query(
      `insert into analytics_search_days (day, term, searches, visits, not_found)
       select d, t.term, 5, 4, t.not_found from ${days}, (values ('discharge summary', 0), ($1, 3), ('x-ray report', 5)) t(term, not_found)
       on conflict do nothing`,
      [HOSTILE],
    )
    await database.pool.query(
      `insert into analytics_agent_days (day, agent_id, seller_id, category, views, visits, tried, again, bought, runs, failed, sales, gross_paise, commission_paise, seller_paise)
       select d, a.id, a.seller_id, a.category_slug, 30, 25, 8, 3, 2, 40, 2, 2, 50000, 7500, 40000 from ${days}, agents a where a.status = 'published'
       on conflict do nothing`,
    )
    await database.pool.query(
      `insert into analytics_segment_days (day, category, role, is_new, tried, again, bought, runs)
       select d, 'healthcare', r, n, 8, 3, 2, 40 from ${days}, unnest(array['visitor', 'basic_user']) r, unnest(array[true, false]) n on conflict do nothing`,
    )
    await database.pool.query(
      `insert into analytics_people_days (day, role, is_new, signed_up, active) select d, 'basic_user', true, 6, 12 from ${days} on conflict do nothing`,
    )
    await database.pool.query(
      `insert into analytics_cohorts (joined_week, week, people)
       select distinct date_trunc('week', a.d::timestamp)::date, date_trunc('week', b.d::timestamp)::date, 10
       from ${days.replace(/ d$/, ' a(d)')}, ${days.replace(/ d$/, ' b(d)')} where b.d >= a.d on conflict do nothing`,
    )
    await database.pool.query(
      `insert into analytics_money_days (day, account, movement, paise)
       select d, m.account, m.movement, m.paise from ${days},
         (values ('commission', 'sale', 7500), ('plans', 'plan', 84746), ('models', 'models', 1200), ('gateway_fees', 'gateway_fee', -2100)) m(account, movement, paise)
       on conflict do nothing`,
    )
    await database.pool.query(
      `insert into analytics_progress (source, counted_until) select unnest(array['events', 'runs', 'money']), now()
       on conflict (source) do update set counted_until = excluded.counted_until`,
    )
  } finally {
    await database.drop()
  }
}

const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Figures' }).getByRole('link', { name })
/** Saves a table, and returns its lines. */
async function csv(page: Page, of: string): Promise<string[]> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: `Save ${of} as CSV` }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await saved).createReadStream()) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8').replace('\uFEFF', '').trim().split('\r\n')
}

test('admins see the figures of the marketplace, of every period, and save them', async ({
  page,
  context,
  baseURL,
}) => {
  const { url } = await personOn(context, 'admin', baseURL)
  await fillFigures(url)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Analytics' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
  await expect(page.getByText('Days are in Indian time (IST).')).toBeVisible()
  await expectSoundInEveryLook(page)

  await test.step('periods, by keyboard, and one of their own', async () => {
    await page.getByRole('radio', { name: '30 days' }).press('ArrowLeft')
    await expect(page).toHaveURL('/analytics?period=7')
    await page.getByText('Custom', { exact: true }).click()
    await page.getByLabel('First day').fill('2030-01-01')
    await page.getByLabel('Last day').fill('2030-01-02')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page.getByText('Choose a last day that isn’t in the future')).toBeVisible()
    await page.getByLabel('First day').fill('2026-11-01')
    await page.getByLabel('Last day').fill('2026-11-10')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page).toHaveURL('/analytics?period=own&from=2026-11-01&to=2026-11-10')
    await expect(page.getByText('1 Nov 2026 to 10 Nov 2026, compared with 22 Oct 2026 to 31 Oct 2026.')).toBeVisible()
    expect(await csv(page, 'over time by day')).toHaveLength(11)
  })

  await test.step('searches and what they did not find', async () => {
    await openInApp(page, '/analytics')
    await tab(page, 'Searches').click()
    await expect(
      page.getByRole('table', { name: /Searches, most frequent/ }).getByText('discharge summary'),
    ).toBeVisible()
    await page.getByText('Without results').click()
    await expect(page.getByText('discharge summary')).toHaveCount(0)
    await expect(page.getByText('x-ray report')).toBeVisible()
    expect((await csv(page, 'searches')).slice(0, 2)).toEqual([
      'Search,Searches,Visits,Found nothing',
      'x-ray report,150,120,150',
    ])
    await expectSoundInEveryLook(page)
  })

  await test.step('the funnel, with segments', async () => {
    await tab(page, 'Funnel').click()
    await expect(page.getByRole('cell', { name: /^Seen/ })).toBeVisible()
    await page.getByLabel('Role').selectOption('basic_user')
    await expect(page).toHaveURL(/role=basic_user/)
    await expect(page.getByRole('cell', { name: /^Seen/ })).toHaveCount(0)
    await page.getByLabel('Category').selectOption('legal')
    await expect(page).toHaveURL(/category=legal/)
    await expectSoundInEveryLook(page)
  })

  for (const [name, of] of [
    ['Retention', 'retention'],
    ['Agents', 'agents'],
    ['Sellers', 'sellers'],
    ['Revenue', 'revenue by category'],
  ] as const)
    await test.step(name, async () => {
      await openInApp(page, '/analytics')
      await tab(page, name).click()
      await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('button', { name: `Save ${of} as CSV` })).toBeVisible()
      expect((await csv(page, of)).length).toBeGreaterThan(1)
      await expectSoundInEveryLook(page)
    })

  await test.step('agents are sorted by a column', async () => {
    await openInApp(page, '/analytics?view=agents')
    await page.getByRole('button', { name: 'Tried' }).click()
    await expect(page).toHaveURL(/sort=tried/)
    await expect(page.getByRole('columnheader', { name: 'Tried' })).toHaveAttribute('aria-sort', 'descending')
  })
})

test('a period without figures says so', async ({ page, context, baseURL }) => {
  await personOn(context, 'admin', baseURL)
  await openInApp(page, '/analytics?view=searches&show=not_found&period=own&from=2020-02-01&to=2020-02-03')
  await expect(page.getByRole('heading', { name: 'No searches without results in this period' })).toBeVisible()
  await openInApp(page, '/analytics?view=retention&period=own&from=2020-02-01&to=2020-02-03')
  await expect(page.getByRole('heading', { name: 'No new accounts in this period' })).toBeVisible()
  await openInApp(page, '/analytics?view=agents&period=own&from=2020-02-01&to=2020-02-03')
  await expect(page.getByRole('heading', { name: 'No agent was opened or run in this period' })).toBeVisible()
})

test('without the plan the Pro plan is offered, and with it one sees one’s runs', async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const { email } = await signUp(page)
  await openInApp(page, '/analytics')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  const offer = page.getByRole('article', { name: 'Pro' })
  await expect(offer).toContainText('$29')
  await expect(offer.getByRole('link', { name: 'Upgrade to Pro' })).toHaveAttribute('href', '/pricing')
  await expectSoundInEveryLook(page)
  const database = await joinE2eDatabase(url)
  try {
    const { rows } = await database.pool.query('select id from users where email = $1', [email])
    await givePlan(database, rows[0].id, { plan: 'professional' })
  } finally {
    await database.drop()
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'What you ran' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No runs in this period' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Figures' })).toHaveCount(0)
  await expectSoundInEveryLook(page)
})

test('sellers see their own agents, a way to their earnings, and the Pro plan', async ({ page, context, baseURL }) => {
  await personOn(context, 'seller', baseURL)
  await openInApp(page, '/analytics')
  await expect(page.getByRole('heading', { name: 'Your agents', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Earnings' }).last()).toHaveAttribute('href', '/seller/overview')
  await expect(page.getByRole('article', { name: 'Pro' })).toBeVisible()
  await expectSoundInEveryLook(page)
})

/** The server records these itself (`server-events.test.ts`). */
const BY_SERVER = ['agent_create', 'agent_purchase', 'role_upgrade', 'payment_success', 'payment_failed']

test.describe('counted', () => {
  test.use({ counted: true })

  test('each event of a browser is sent where it happens', async ({ page, context, browserName }) => {
    if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await context.addInitScript(() => localStorage.setItem('chowk.analytics-consent', '1:granted'))
    const sent: { name: string; params: Record<string, unknown> }[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/events')) sent.push(...JSON.parse(request.postData() ?? '{}').events)
    })
    const seen = (name: string) =>
      expect.poll(() => sent.some((one) => one.name === name), { timeout: 15_000, message: name }).toBe(true)
    const who = somebody()
    await page.goto('/register')
    await page.getByLabel('Name').fill(who.name)
    await page.getByLabel('Email').fill(who.email)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.getByLabel('Confirm password').fill(who.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL('/dashboard')
    await seen('sign_up')
    await openInApp(page, '/marketplace?search=contract')
    await seen('platform_access')
    await seen('search')
    await page.getByRole('link', { name: 'Contract clause analyst' }).first().click()
    await seen('agent_view')
    await page
      .getByRole('button', { name: /^Share/ })
      .first()
      .click()
    await seen('share')
    await page.keyboard.press('Control+k')
    await seen('feature_used')
    await page.keyboard.press('Escape')
    await page.route('**/api/v1/subscriptions/current*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto('/subscription')
    await seen('error_encountered')
    await page.goto('/marketplace')
    await page.getByRole('button', { name: new RegExp(who.name) }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/auth')
    await seen('logout')
    await page.goto('/login')
    await page.getByLabel('Email').fill(who.email)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await seen('login')
    const names = new Set(sent.map(({ name }) => name))
    expect([...names, ...BY_SERVER].sort()).toEqual([...ANALYTICS_EVENTS].sort())
    expect(sent.find(({ name }) => name === 'search')?.params).toEqual({
      term: 'contract',
      results: expect.any(Number),
    })
  })
})
