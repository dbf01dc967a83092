/** What the browser tests share: each test comes from its own address, so that none uses up another one's free runs. */
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import axeCore from 'axe-core'
import { LONG } from './scale.ts'

let visitors = 0
/** An address of the range for documentation (RFC 3849) that no other test of this run has. */
const address = (worker: number): string => {
  visitors += 1
  return `2001:db8:${worker.toString(16)}:${visitors.toString(16)}::1`
}

export const test = base.extend<{ counted: boolean }>({
  /** Whether the visitor may be asked for consent to being counted; most tests are about something else. */
  counted: [false, { option: true }],
  context: async ({ context, counted }, use) => {
    if (!counted) await context.addInitScript(() => localStorage.setItem('analytics_disabled', 'true'))
    await use(context)
  },
  // biome-ignore lint/correctness/noEmptyPattern: the test runner asks for an object pattern here
  extraHTTPHeaders: async ({}, use, info) => {
    await use({ 'x-forwarded-for': address(info.workerIndex) })
  },
})

let people = 0
export const somebody = () => {
  people += 1
  return {
    name: 'Asha Rao',
    email: `asha.${process.pid}.${Date.now()}.${people}@clinic.example`,
    password: 'correct horse battery',
  }
}

/** Fills in and sends the sign-up form of the page. */
export async function signUpHere(page: Page, person = somebody()): Promise<void> {
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

const NOWHERE = '/no/such/page'

/**
 * Opens a page of the product as one of its links does: loading it costs several times the processor time. The long form loads each.
 * On the way there is an address without a page, so that nothing of the page before can be taken for the one that was asked for.
 */
export async function openInApp(page: Page, path: string): Promise<void> {
  if (LONG || path === NOWHERE || page.url() === 'about:blank') {
    await page.goto(path)
    return
  }
  // As text: this project's types know no browser.
  await page.evaluate(`(async () => {
    const title = () => document.querySelector('h1')?.textContent
    const late = performance.now() + 30_000
    const until = (isThere) =>
      new Promise((done, fail) => {
        const look = () => {
          if (isThere()) done()
          else if (performance.now() < late) requestAnimationFrame(look)
          else fail(new Error('On the way to ' + ${JSON.stringify(path)} + ' the page stays at ' + location.href + ': ' + title()))
        }
        look()
      })
    const go = (address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }
    await until(() => 'live' in document.documentElement.dataset)
    go('${NOWHERE}')
    await until(() => title() === 'Page not found')
    go(${JSON.stringify(path)})
    await until(() => title() !== undefined && title() !== 'Page not found')
  })()`)
}

export const run = (page: Page): Locator => page.getByRole('button', { name: 'Run', exact: true })
export const viewer = (page: Page): Locator => page.locator('[data-viewer]')
export const findings = (page: Page): Locator => page.locator('[data-finding]')
export const selected = (page: Page): Locator => page.locator('[data-finding][data-selected]')
export const mark = (page: Page): Locator => page.locator('[data-mark="selected"]')

/** Takes a sample of the agent on the page. While it is fetched, which begins when the page lives, its form takes no press. */
export async function takeSample(page: Page, sample: string | RegExp): Promise<void> {
  await page.getByRole('group', { name: 'Start from a sample' }).getByRole('button', { name: sample }).click()
  await expect(page.locator('html')).toHaveAttribute('data-live', '')
  await expect(page.locator('[data-early], form [aria-busy]')).toHaveCount(0)
}

/** Takes a sample of the agent on the page and runs it to its result. */
export async function runSample(page: Page, sample: string | RegExp): Promise<void> {
  await takeSample(page, sample)
  await run(page).click()
  // Until then the page may show the recorded result of a sample, for a moment even at the address of the run.
  await expect(page).toHaveURL(/[?&]run=/)
  await expect(page.locator('[data-run="succeeded"] [data-viewer]')).toBeVisible({
    timeout: 30_000,
  })
}

/** Axe, and nothing moving: colours on their way to others would be looked at half-way. */
const AXE = `${axeCore.source}
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets.push(still)`

/** A rule by its name: the only one, or one that another look has had. */
interface Axe {
  only?: string
  without?: string
}

/**
 * What axe finds on the page, by rule. Axe is put into the page once and runs there (no page of ours holds frames): its wrapper
 * for Playwright brings its 650 kB again and opens a page of its own for each look.
 */
export async function axe(page: Page, { only, without }: Axe = {}): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE)
  const options = JSON.stringify({
    resultTypes: ['violations'],
    // Fetching and reading every style sheet once more is a third of a look, and only rules about films and turned screens use it.
    preload: false,
    ...(only && { runOnly: { type: 'rule', values: [only] } }),
    ...(without && { rules: { [without]: { enabled: false } } }),
  })
  // As text: this project's types know no browser. The page is drawn as it is now before it is looked at.
  return page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    .then(() => axe.run(document, ${options}))
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`)
}

/** axe finds nothing, and nothing is wider than the window. */
export async function expectSound(page: Page, options?: Axe): Promise<void> {
  expect(await axe(page, options)).toEqual([])
  const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(over).toBe(0)
}

export const LOOKS = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 860 } },
  { name: '390 px', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const

/**
 * The state at hand in a window of 1280 px and on a phone, where the colours are the same. The dark theme has other colours and nothing
 * else, and `theme.test.ts` measures each of its colours on each of its surfaces.
 * @param picture also takes the dark look; comes before each
 */
export async function expectSoundInEveryLook(
  page: Page,
  picture?: (look: (typeof LOOKS)[number]) => Promise<unknown>,
): Promise<void> {
  for (const look of LOOKS) {
    const isDark = look.colorScheme === 'dark'
    if (isDark && !picture) continue
    await page.emulateMedia({ colorScheme: look.colorScheme })
    await page.setViewportSize(look.viewport)
    await picture?.(look)
    if (isDark) continue
    const without = look.name === '390 px' ? { without: 'color-contrast' } : {}
    await base.step(look.name, () => expectSound(page, without))
  }
  await page.emulateMedia({ colorScheme: LOOKS[0].colorScheme })
  await page.setViewportSize(LOOKS[0].viewport)
}
