import { expect, type Page } from '@playwright/test'
import { findings, mark, run, runSample, selected, takeSample, test, viewer } from '#test/support/browser.ts'

/** The selected mark lies on its page, and over words, not in the margin. */
async function expectMarkOnPage(page: Page) {
  await expect(mark(page).first()).toBeVisible()
  // The page may still be drawn, and its marks with it.
  await expect
    .poll(() =>
      mark(page)
        .first()
        .evaluate((element) => {
          const sheet = element.closest('[data-page]')?.getBoundingClientRect()
          const box = element.getBoundingClientRect()
          return (
            sheet !== undefined &&
            box.width > 3 &&
            box.height > 3 &&
            box.left >= sheet.left &&
            box.top >= sheet.top &&
            box.right <= sheet.right &&
            box.bottom <= sheet.bottom
          )
        }),
    )
    .toBe(true)
}

test('a visitor finds the coder and has codes with their evidence within 60 seconds, in five presses', async ({
  page,
}) => {
  const begun = Date.now()
  await page.goto('/')
  await page.getByRole('link', { name: 'Marketplace' }).first().click()
  await page.getByRole('link', { name: 'ICD-10-CM coder with evidence' }).click()
  await runSample(page, 'Discharge summary (PDF)')
  await expect(page.locator('figure[data-page="1"] img')).toBeVisible()
  expect(Date.now() - begun).toBeLessThan(60_000)
  await expect(page.getByText('Draft for review by a qualified professional').first()).toBeVisible()
  await expect(page).toHaveURL(/\/agent\/icd10-coder\?run=/)
  await expect(viewer(page).getByRole('region', { name: 'Document' })).toContainText('discharge-summary.pdf')

  const codes = findings(page)
  expect(await codes.count()).toBeGreaterThan(5)
  for (const at of [0, 2, 4]) {
    await codes.nth(at).getByRole('button').first().click()
    await expect(selected(page)).toHaveCount(1)
    await expect(codes.nth(at)).toHaveAttribute('data-selected', 'true')
    await expectMarkOnPage(page)
  }
  // A place on the page leads to its finding.
  const other = page.locator('[data-mark="other"]').last()
  await other.click()
  await expectMarkOnPage(page)

  const negated = codes.filter({ hasText: 'Negated' })
  expect(await negated.count()).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { name: /Not billable/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: /Billable candidates/ })).toBeVisible()
})

test('a run that starts late does not bring back who is on the way to another page', async ({ page }) => {
  await page.goto('/agent/icd10-coder')
  await takeSample(page, 'Clinic note (text)')
  const [runs, pages] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/v1/workflows/execute', async (route) => {
    await runs.promise
    await route.continue()
  })
  await page.route('**/assets/marketplace-*.js', async (route) => {
    await pages.promise
    await route.continue()
  })
  // On a slow machine, where the page learns late where its user is going.
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  const asked = page.waitForRequest('**/assets/marketplace-*.js')
  await run(page).click()
  await page.getByRole('link', { name: 'Marketplace' }).first().click()
  await asked
  const known = page.waitForResponse(/\/api\/v1\/executions\/[^/]+$/)
  runs.resolve()
  await (await known).finished()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  pages.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeVisible()
  await expect(page).toHaveURL('/marketplace')
})

test('a text of one’s own runs, with its words marked in the text, and so do the snippets of the page', async ({
  page,
  request,
}) => {
  await page.goto('/agent/icd10-coder')
  await test.step('the snippets run as they are shown', async () => {
    const snippet = (await page.getByRole('region', { name: 'curl with a text' }).textContent()) ?? ''
    const body = /-d '(.*)'$/s.exec(snippet)?.[1] ?? ''
    const answer = await request.post('/api/v1/workflows/execute', { data: JSON.parse(body) })
    expect((await answer.json()).data.status).toBe('succeeded')
  })
  await run(page).click()
  await expect(page.getByText('Clinical note is required')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Clinical note' })).toBeFocused()
  await page
    .getByRole('textbox', { name: 'Clinical note' })
    .fill('Assessment: Essential hypertension. Type 2 diabetes mellitus. No evidence of pneumonia.')
  await run(page).click()
  await expect(viewer(page)).toBeVisible({ timeout: 30_000 })
  const hypertension = findings(page).filter({ hasText: 'I10' })
  await hypertension.getByRole('button').first().click()
  await expect(mark(page)).toHaveText(/hypertension/i)
  await expect(
    findings(page)
      .filter({ hasText: /pneumonia/i })
      .first(),
  ).toContainText('Negated')
})

test('a result is there again after a reload, in this tab alone; its findings are walked, accepted, corrected and rejected from the keyboard, and exported', async ({
  page,
  browser,
}) => {
  await page.goto('/agent/icd10-coder')
  await runSample(page, 'Clinic note (text)')
  await test.step('it is there again after a reload, and for no stranger', async () => {
    await expect(findings(page)).not.toHaveCount(0)
    const labels = await findings(page).allTextContents()
    await page.reload()
    await expect(viewer(page)).toBeVisible()
    await expect.poll(() => findings(page).allTextContents()).toEqual(labels)
    const stranger = await browser.newPage()
    await stranger.goto(page.url())
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('ICD-10-CM coder with evidence')
    await expect(viewer(stranger)).toHaveCount(0)
    await stranger.close()
  })
  const label = () => selected(page).locator('[aria-current="true"]').first().textContent()
  const first = await label()
  await page.keyboard.press('j')
  await expect.poll(label).not.toBe(first)
  await page.keyboard.press('k')
  await expect.poll(label).toBe(first)
  // The ring goes around all of a finding, with its quotes and buttons, not around its first line.
  await selected(page).locator('[aria-current="true"]').first().focus()
  await expect(selected(page)).toHaveCSS('outline', /solid 2px$/)
  await expect(selected(page).locator('[aria-current="true"]').first()).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('a')
  await expect(selected(page)).toHaveAttribute('data-verdict', 'accepted')
  await page.keyboard.press('j')
  await page.keyboard.press('r')
  await expect(selected(page)).toHaveAttribute('data-verdict', 'rejected')
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  const field = page.getByRole('combobox', { name: 'Correct code' })
  await field.fill('banana')
  await expect(page.getByText('No ICD-10-CM codes match.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText("“banana” isn't a code in the installed ICD-10-CM table.")).toBeVisible()
  await field.fill('essential hypertension')
  await expect(page.getByRole('option', { name: /^I10 Essential/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  const chosen = await viewer(page).getByRole('option', { selected: true }).textContent()
  await page.keyboard.press('Enter')
  await expect(selected(page)).toHaveAttribute('data-verdict', 'edited')
  await expect(page.getByText(/^3 of \d+ decided$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^3 of \d+ decided$/)).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await waiting).createReadStream()) chunks.push(chunk as Buffer)
  const csv = Buffer.concat(chunks).toString()
  expect(csv).toContain('accepted')
  expect(csv).toContain(`,edited,${chosen?.match(/^[A-Z]\d[\dA-Z](\.[\dA-Z]{1,4})?/)?.[0]},`)
  expect(csv).toMatch(/,edited,I1\d[^,]*,.*hypertension/i)
})

/** Presses `j` in the moment the findings stand in the page: before they are painted, and before the page rests. */
const PRESS_J_AT_ONCE = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-viewer] [data-finding]')) return
    observer.disconnect()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
  }).observe(document, { subtree: true, childList: true })
`

test('a key pressed as soon as the findings are seen is not lost', async ({ page }) => {
  await page.addInitScript(PRESS_J_AT_ONCE)
  // The recorded result, which has findings too, doesn’t come.
  await page.route(/\/sample-runs/, (route) => route.abort())
  await page.goto('/agent/icd10-coder')
  await runSample(page, 'Clinic note (text)')
  await expect(findings(page).nth(1)).toHaveAttribute('data-selected', 'true')
})

test('the contract analyst shows clauses, risks, what is missing, and facts, each with its place', async ({ page }) => {
  await page.goto('/agent/contract-analyst')
  await runSample(page, /Services agreement/)
  await expectMarkOnPage(page)
  await page.getByRole('tab', { name: /^Risky/ }).click()
  await expect(page).toHaveURL(/show=risky/)
  await expect(selected(page)).toContainText('High risk')
  await expectMarkOnPage(page)
  await page.getByRole('tab', { name: /^Missing/ }).click()
  expect(await findings(page).count()).toBeGreaterThan(0)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: /^Facts/ })).toHaveAttribute('aria-selected', 'true')
  await expect(findings(page).filter({ hasText: 'Organisation' }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: /^Facts/ })).toHaveAttribute('aria-selected', 'true')
})

test('PDF insight answers a question with a citation on the page, and shows outline, facts and tables', async ({
  page,
}) => {
  await page.goto('/agent/pdf-insight')
  await runSample(page, /Quality report/)
  await expect(page.getByRole('tab', { name: 'Answer' })).toHaveAttribute('aria-selected', 'true')
  await expect(selected(page)).toContainText('27 minutes')
  await expectMarkOnPage(page)
  await page.getByRole('tab', { name: /^Outline/ }).click()
  await expect(findings(page).filter({ hasText: 'Patient Safety' })).toBeVisible()
  await page.getByRole('tab', { name: /^Tables/ }).click()
  await expect(page.getByRole('columnheader', { name: '2025' })).toBeVisible()
})

test('a file that cannot be read is refused with what to do, and the form keeps it', async ({ page }) => {
  await page.goto('/agent/pdf-insight')
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nnothing') })
  await run(page).click()
  await expect(
    page
      .getByRole('alert')
      .or(page.getByText(/failed/))
      .first(),
  ).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('broken.pdf')).toBeVisible()
})

test('when the free runs of the day are used up, the page says so and leads to an account and back', async ({
  page,
  request,
}) => {
  await page.goto('/agent/icd10-coder')
  await expect(page.getByText('No account needed · 10 of 10 free runs left today')).toBeVisible()
  await runSample(page, 'Clinic note (text)')
  await expect(page.getByText('9 of 10 free runs left today')).toBeVisible()
  for (let count = 0; count < 9; count += 1) {
    const answer = await request.post('/api/v1/workflows/execute', {
      data: { agent_id: 'icd10-coder', input: { text: 'Hypertension.' } },
    })
    expect(answer.ok()).toBe(true)
  }
  await page.getByRole('textbox', { name: 'Clinical note' }).fill('Asthma.')
  await run(page).click()
  await expect(page.getByText('The 10 free runs for today are used up')).toBeVisible()
  const refusal = page.getByRole('alert')
  await expect(refusal).toContainText('Today’s free runs are used up')
  await expect(page.getByRole('textbox', { name: 'Clinical note' })).toHaveValue('Asthma.')
  await expect(refusal.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/login?next=%2Fagent%2Ficd10-coder',
  )
  await refusal.getByRole('link', { name: 'create a free account' }).click()
  await expect(page).toHaveURL('/register?next=%2Fagent%2Ficd10-coder')
})
