/** The document next to the findings: how soon it is there, zoom, pages, search and codes, by buttons and by keys. Prints its figures. */
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectSound, findings, runSample, selected, test, viewer } from '#test/support/browser.ts'

/** Notes the frame in which the run is seen to have succeeded, and the one in which its first page has a picture. */
const WATCH = `
  window.seen = {}
  const look = () => {
    const { seen } = window
    const now = performance.now()
    if (document.querySelector('[data-run="succeeded"]')) seen.result ??= now
    const picture = document.querySelector('[data-run="succeeded"] figure[data-page="1"] img')
    if (picture?.complete && picture.naturalWidth > 0) seen.picture ??= now
    if (!seen.picture) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`
const PICTURE_MS = 'window.seen.picture ? Math.round(window.seen.picture - window.seen.result) : -1'

/** Turns the wheel with Ctrl at every frame for a second, in and out again. @returns frames a second */
const ZOOM = `(async () => {
  const pane = document.querySelector('section[aria-label="Pages"]')
  const { left, top, width, height } = pane.getBoundingClientRect()
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const at = { clientX: left + width / 3, clientY: top + height / 3, ctrlKey: true, bubbles: true, cancelable: true }
  const begun = await frame()
  let [frames, now] = [0, begun]
  while (now - begun < 1000) {
    pane.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: now - begun < 500 ? -20 : 20 }))
    now = await frame()
    frames += 1
  }
  return Math.round((frames * 1000) / (now - begun))
})()`

const document = (page: Page) => viewer(page).getByRole('region', { name: 'Document' })
const pages = (page: Page) => document(page).getByRole('region', { name: 'Pages' })
const widthOf = async (page: Page) => (await page.locator('figure[data-page="1"]').boundingBox())?.width ?? 0

test('the first page is there with the result, and zooms smoothly by wheel, buttons and keys', async ({ page }) => {
  await page.addInitScript(WATCH)
  // The recorded result of the page has pictures, too.
  await page.route(/\/sample-runs/, (route) => route.abort())
  const times: number[] = []
  for (const agent of ['icd10-coder', 'icd10-coder', 'contract-analyst']) {
    await page.goto(`/agent/${agent}`)
    await runSample(page, /Discharge summary \(PDF\)|Services agreement/)
    await expect.poll(() => page.evaluate(PICTURE_MS)).toBeGreaterThanOrEqual(0)
    times.push(Number(await page.evaluate(PICTURE_MS)))
  }
  console.log(`viewer: first picture ${times.join(', ')} ms after the result (allowed 300 ms on a warm server)`)
  // The first run warms the server.
  expect(Math.min(...times.slice(1))).toBeLessThanOrEqual(300)

  const rates: number[] = []
  for (let round = 0; round < 3; round += 1) rates.push(Number(await page.evaluate(ZOOM)))
  console.log(`viewer: zoom ${rates.join(', ')} frames a second (wanted 60)`)
  expect(Math.max(...rates)).toBeGreaterThanOrEqual(40)

  await page.keyboard.press('0')
  await expect(document(page).getByRole('button', { name: 'Fit width' })).toBeDisabled()
  const fit = await widthOf(page)
  await document(page).getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => widthOf(page)).toBeCloseTo(fit * 1.25, 0)
  await page.keyboard.press('+')
  await expect.poll(() => widthOf(page)).toBeGreaterThan(fit * 1.5)
  await page.keyboard.press('-')
  await page.keyboard.press('0')
  await expect.poll(() => widthOf(page)).toBeCloseTo(fit, 0)
  await expect(document(page).getByRole('button', { name: 'Fit width' })).toBeDisabled()
})

test('a page is gone to by its number, and words of the document are found', async ({ page }) => {
  // What gives pages their height comes late: it must not take a reader back to the finding that is selected.
  const late = Promise.withResolvers<void>()
  await page.route('**/api/v1/files/*/text', async (route) => {
    await late.promise
    await route.continue()
  })
  await page.goto('/agent/contract-analyst')
  await runSample(page, /Services agreement/)
  const number = document(page).getByRole('textbox', { name: 'Page' })
  // Until then the recorded result of the page is shown, which goes when the run's own comes.
  const sheets = page.locator('[data-run="succeeded"] figure[data-page]')
  await expect(sheets.first()).toBeVisible()
  const last = await sheets.count()
  await expect(document(page)).toContainText(`of ${last}`)
  await findings(page).first().getByRole('button').first().focus()
  await page.keyboard.press('g')
  await expect(number).toBeFocused()
  await page.keyboard.type(String(last))
  await page.keyboard.press('Enter')
  await expect(page.locator(`figure[data-page="${last}"]`)).toBeInViewport()
  const measured = page.waitForResponse(/\/api\/v1\/files\/[\w-]+\/text/)
  late.resolve()
  await measured
  await expect(page.locator(`figure[data-page="${last}"] img`)).toBeVisible()
  await expect(page.locator('[data-mark="selected"]').first()).toBeAttached()
  await expect(number).toHaveValue(String(last))

  await number.blur()
  await page.keyboard.press('f')
  await expect(document(page).getByRole('textbox', { name: 'Search in the document' })).toBeFocused()
  await page.keyboard.type('AGREEMENT')
  const status = document(page).getByRole('status')
  await expect(status).toHaveText(/^1 of \d+$/)
  await expect(page.locator('[data-mark="hit"]').first()).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(status).toHaveText(/^2 of/)
  await pages(page).focus()
  await page.keyboard.press('n')
  await expect(status).toHaveText(/^3 of/)
  await page.keyboard.press('Shift+N')
  await expect(status).toHaveText(/^2 of/)
  await document(page).getByText('Text', { exact: true }).click()
  await expect(page.locator('mark[data-mark="hit"]')).toHaveText(/agreement/i)
  await document(page).getByRole('button', { name: 'Close search' }).click()
  await expect(page.locator('[data-mark="hit"]')).toHaveCount(0)
})

test('the result is saved as a report for people and as tables for programs, with its decisions', async ({ page }) => {
  await page.goto('/agent/icd10-coder')
  await runSample(page, 'Discharge summary (PDF)')
  await findings(page).first().getByRole('button').first().click()
  await page.keyboard.press('a')
  /** @returns the file and its name */
  const save = async (format: string) => {
    await viewer(page).getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format, exact: true }).click(),
    ])
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
  }
  const pdf = await save('PDF report')
  expect([pdf.name, pdf.bytes.subarray(0, 5).toString()]).toEqual([
    expect.stringMatching(/^findings-.*\.pdf$/),
    '%PDF-',
  ])
  const word = await save('Word report')
  expect([word.name, word.bytes.subarray(0, 2).toString()]).toEqual([expect.stringMatching(/\.docx$/), 'PK'])
  const csv = await save('CSV')
  expect([csv.name, csv.bytes.toString()]).toEqual([
    expect.stringMatching(/\.csv$/),
    expect.stringMatching(/accepted/i),
  ])
  const json = await save('JSON')
  expect(json.name).toMatch(/\.json$/)
  expect(JSON.parse(json.bytes.toString())).toBeTruthy()
})

test('the steps fold into one line, and accepted codes are copied, on a phone as well', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/agent/icd10-coder')
  await runSample(page, 'Discharge summary (PDF)')
  const panel = page.locator('[data-run="succeeded"]')
  const steps = panel.getByRole('button', { name: /^\d+ steps, / })
  await expect(panel.getByText('Clinical note', { exact: true })).toHaveCount(0)
  await steps.click()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Clinical note' }).first()).toBeVisible()
  await steps.click()
  await expect(viewer(page).getByRole('button', { name: 'Copy codes' })).toBeDisabled()
  await findings(page).first().getByRole('button').first().click()
  await page.keyboard.press('a')
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.keyboard.press('c')
  const code = await findings(page).first().locator('.font-mono').first().textContent()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(/^[A-Z]\d[^\n]*\n[A-Z]\d[^\n]*$/)
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain(code)
  await expectSound(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await document(page).getByRole('button', { name: 'Search in the document' }).click()
  await page.keyboard.type('patient')
  await expect(document(page).getByRole('status')).toHaveText(/^1 of/)
  await expectSound(page)
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  // The system chooses the colours then.
  await expectSound(page, { without: 'color-contrast' })
  // 200 % zoom of a window of 1,280 px.
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 640, height: 430 })
  await expectSound(page)
  await expect(selected(page)).toHaveCount(1)
})
