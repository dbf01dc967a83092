/** Scripts that never arrive (a content blocker, a poor line, a deployment): the page, what was typed and the run stay. */
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '#test/support/browser.ts'
import { graph, node } from '#test/support/graphs.ts'
import { sellerOn } from '#test/support/people.ts'
import { partScripts, scriptOf } from '../../bench/first-load.ts'

test.use({ counted: true })

let addresses = 1000
const NOTE = 'Type 2 diabetes with hyperglycemia. Essential hypertension.'

/** Does what brings in every part of the page, and checks that the page and the typed text are still there. */
const WALKS: { path: string; screen: string; walk: (page: Page) => Promise<void> }[] = [
  {
    path: '/',
    screen: 'features/platform/home/home.tsx',
    walk: async (page) => {
      const search = page.getByRole('searchbox').first()
      await search.fill('contract')
      await walkThrough(page)
      await expect(search).toHaveValue('contract')
    },
  },
  {
    path: '/agent/icd10-coder',
    screen: 'features/agents/agent/agent.tsx',
    walk: async (page) => {
      const note = page.getByRole('textbox', { name: 'Clinical note' })
      await note.fill(NOTE)
      await walkThrough(page)
      await expect(note).toHaveValue(NOTE)
    },
  },
]

async function walkThrough(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await page.waitForLoadState('networkidle')
  await expectPageStays(page)
}

async function expectPageStays(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
}

async function load(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
}

/** Loads the page without these scripts and walks through it. @returns those that it asked for in vain */
async function walkWithout(
  page: Page,
  { path, walk }: (typeof WALKS)[number],
  missing: readonly string[],
): Promise<string[]> {
  const refused = new Set<string>()
  // As at the first visit, when all were asked for.
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  const isMissing = ({ pathname }: URL) => missing.includes(pathname)
  // Its own address for each load: together they ask for more than one address may in a minute.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `2001:db8:ffff:${addresses++}::1` })
  await page.route(isMissing, (route) => {
    refused.add(new URL(route.request().url()).pathname)
    return route.abort()
  })
  await load(page, path)
  await walk(page)
  await page.unroute(isMissing)
  return [...refused]
}

for (const place of WALKS) {
  test(`any optional script of ${place.path} may be missing, while others are there`, async ({ page }) => {
    const parts = new Set(partScripts(place.screen))
    const optional = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (parts.has(pathname)) optional.add(pathname)
    })
    await load(page, place.path)
    await place.walk(page)
    let untried = [...optional]
    const tried = new Set<string>()
    // Every second one at a time. A script that only a missing one asks for has its turn in the next round.
    let refused: string[]
    do {
      refused = []
      for (const rest of [0, 1]) {
        const missing = untried.filter((_, at) => at % 2 === rest)
        if (missing.length === 0) continue
        await test.step(missing.join(', '), async () => {
          refused.push(...(await walkWithout(page, place, missing)))
        })
      }
      for (const script of refused) tried.add(script)
      untried = untried.filter((script) => !tried.has(script))
    } while (refused.length > 0 && untried.length > 0)
    expect(tried.size).toBeGreaterThan(3)
  })
}

/** Scripts of every page. Those of the session are not optional; the others are tried above. */
const OF_EVERY_PAGE = new Set(partScripts('features/platform/company/terms.tsx'))

test('pages of people who have signed in stay, with what is typed there, when none of their parts arrive', async ({
  page,
  context,
  baseURL,
}) => {
  const { mine } = await sellerOn(context, baseURL)
  const document = graph([node('start', 'manual_trigger', 'Start')], [])
  const workflow_id = await mine.workflow('Kept', document)
  const { execution_id } = await mine.run({ workflow_id }, {})
  const box = page.getByRole('main').getByRole('textbox').first()
  const work: [path: string, screen: string, field: Locator | null][] = [
    ['/marketplace', 'features/agents/marketplace/marketplace.tsx', page.getByRole('main').getByRole('searchbox')],
    ['/subscribe/starter', 'features/billing/subscribe/subscribe.tsx', null],
    ['/dashboard', 'features/platform/dashboard/dashboard.tsx', null],
    [`/runs/${execution_id}`, 'features/runs/run/run.tsx', null],
    ['/settings', 'features/accounts/settings/settings.tsx', null],
    ['/profile', 'features/accounts/profile/profile.tsx', box],
    [`/workflows/designer?workflow=${workflow_id}`, 'features/workflows/designer/designer.tsx', null],
  ]
  for (const [path, screen, field] of work) {
    await test.step(path, async () => {
      const parts = new Set(partScripts(screen).filter((script) => !OF_EVERY_PAGE.has(script)))
      const isPart = ({ pathname }: URL) => parts.has(pathname)
      await page.route(isPart, (route) => route.abort())
      await load(page, path)
      await field?.fill('Asha', { timeout: 20_000 })
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expectPageStays(page)
      if (field) await expect(field).toHaveValue('Asha')
      await page.unroute(isPart)
    })
  }
})

test('a run is not lost when the result viewer fails to load, and starts only once', async ({ page }) => {
  const viewer = `**${scriptOf('viewer/result-viewer.tsx')}*`
  const runs: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/execute')) runs.push(request.url())
  })
  await page.route(viewer, (route) => route.abort())
  await load(page, '/agent/icd10-coder')
  await page.getByRole('textbox', { name: 'Clinical note' }).fill(NOTE)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  // Not the sample that is there until then, whose viewer is missing, too.
  const own = page.locator('[data-run="succeeded"]')
  await expect(own.getByText('This part of the page couldn’t be loaded')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('textbox', { name: 'Clinical note' })).toHaveValue(NOTE)
  await page.unroute(viewer)
  await own.getByRole('button', { name: 'Try again' }).click()
  await expect(own.locator('[data-viewer]')).toBeVisible({ timeout: 30_000 })
  expect(runs).toHaveLength(1)
})

test('a page opened without a connection says so, and opens once there is one', async ({ page, context }) => {
  await load(page, '/pricing')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByText('Connection problem. Please check your internet and try again.')).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
})
