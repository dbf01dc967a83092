import { expect } from '@playwright/test'
import { expectSoundInEveryLook, test, viewer } from '#test/support/browser.ts'
import { pdf, zip } from '#test/support/files.ts'
import { personOn, signUp } from '#test/support/people.ts'

const note = (number: number) =>
  pdf((page) => page.text(`Discharge summary ${number}. Assessment: Type 2 diabetes mellitus. Essential hypertension.`))
const locked = () => pdf((page) => page.text('Secret'), { userPassword: 'secret', pdfVersion: '1.7' })

test('forty documents of a day: some broken, some locked, one empty', async ({ page }) => {
  test.setTimeout(180_000)
  await signUp(page, { at: '/agent/icd10-coder' })
  await page.getByRole('button', { name: 'Add to My AI Services' }).click()
  await expect(page).toHaveURL(/\/my-ai-services\/[0-9a-f-]{36}$/)
  await page.getByRole('link', { name: 'Batches', exact: true }).click()

  const good = await Promise.all(Array.from({ length: 34 }, (_, at) => note(at + 1)))
  const named = good.map((data, at) => ({ name: `summary-${at + 1}.pdf`, data }))
  const broken = [1, 2, 3].map((at) => ({ name: `broken-${at}.pdf`, data: Buffer.from('%PDF-1.4 and nothing more') }))
  const inZip = [
    ...named.slice(20).map(({ name, data }) => ({ name: `day/${name}`, data })),
    { name: '../../locked-1.pdf', data: await locked() },
  ]
  const files = [
    ...[...named.slice(0, 20), ...broken, { name: 'locked-2.pdf', data: await locked() }].map(({ name, data }) => ({
      ...{ name, mimeType: 'application/pdf', buffer: data },
    })),
    { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
    { name: 'rest.zip', mimeType: 'application/zip', buffer: zip(inZip) },
  ]
  await page.getByLabel('Add documents').setInputFiles(files)
  await expect(page.getByText('40 documents chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Upload and review' }).click()
  await expect(page).toHaveURL(/\/batches\/[0-9a-f-]{36}$/, { timeout: 60_000 })

  await page.getByRole('button', { name: 'Start' }).click()
  // Progress is the server's: it goes on while the page is closed.
  const address = page.url()
  await page.goto('/dashboard')
  await page.goto(address)
  await expect(page.getByText('Finished', { exact: true })).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('40 of 40 documents, 6 failed')).toBeVisible()
  const reasons = page.getByRole('region', { name: 'Why documents failed' })
  await expect(reasons.getByRole('listitem')).toHaveText([
    /^3 documents.*damaged/,
    /^2 documents.*password/,
    /^1 document.*empty/,
  ])
  await reasons.getByRole('link', { name: '2 documents' }).click()
  const table = page.getByRole('table', { name: 'Documents of the batch' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table).toContainText('locked-1.pdf')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('succeeded')
  await expect(table).toContainText('E11.9')
  await expectSoundInEveryLook(page)

  // Who reads a result is on record as having seen it: none is read before it is on screen.
  const read = new Set<string>()
  page.on('request', (request) => {
    const [, run] = /\/api\/v1\/executions\/([0-9a-f-]{36})$/.exec(new URL(request.url()).pathname) ?? []
    if (run) read.add(run)
  })
  await table.getByRole('row').nth(1).click()
  await expect(viewer(page)).toBeVisible()
  await expect(page.getByText('1 of 34')).toBeVisible()
  await page.keyboard.press('Shift+J')
  await expect(page.getByText('2 of 34')).toBeVisible()
  await expect(viewer(page)).toBeVisible()
  await page.keyboard.press('Shift+K')
  await expect(page.getByText('1 of 34')).toBeVisible()
  await page.getByRole('link', { name: 'All documents' }).click()
  await expect(table).toBeVisible()
  expect(read.size).toBe(2)

  await page.getByRole('button', { name: 'Send results' }).click()
  await expect(page.getByRole('dialog')).toContainText('You have no other service yet.')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Excel' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
  await page.getByRole('button', { name: 'Export' }).click()
  const report = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'PDF' }).click()
  expect((await report).suggestedFilename()).toMatch(/\.pdf$/)
})

test('rows of a spreadsheet: headers that repeat, formulas as they are written', async ({ page, baseURL }) => {
  // Without a plan there is no room for a second service.
  await personOn(page.context(), 'admin', baseURL)
  await page.goto('/agent/icd10-coder')
  await page.getByRole('button', { name: 'Add to My AI Services' }).click()
  await page.getByRole('link', { name: 'Batches', exact: true }).click()
  const csv = [
    'Text,Text,Patient',
    '"=HYPERLINK(""http://x"")",Assessment: Type 2 diabetes mellitus.,A',
    'x,Assessment: Essential hypertension.,B',
  ].join('\n')
  await page
    .getByLabel('Add rows of a spreadsheet')
    .setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByText('day.csv: 2 rows')).toBeVisible()
  await expect(page.getByRole('columnheader')).toContainText(['Text', 'Text (2)', 'Patient'])
  await page.getByLabel('Column for Clinical note').selectOption('Text (2)')
  await page.getByLabel('Column that names a row').selectOption('Patient')
  await page.getByRole('button', { name: 'Create and review' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('Finished', { exact: true })).toBeVisible({ timeout: 60_000 })
  const table = page.getByRole('table', { name: 'Documents of the batch' })
  await expect(table.getByRole('row').nth(1)).toContainText('E11.9')
  await expect(table.getByRole('row').nth(2)).toContainText('I10')

  await test.step('the results go on to another service, and nothing is sent before it is started', async () => {
    const address = page.url()
    await page.goto('/agent/hcpcs-finder')
    await page.getByRole('button', { name: 'Add to My AI Services' }).click()
    await expect(page).toHaveURL(/\/my-ai-services\/[0-9a-f-]{36}$/)
    await page.goto(address)
    await page.getByRole('button', { name: 'Send results' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Service').selectOption({ index: 1 })
    await dialog
      .getByLabel(/^Column for/)
      .first()
      .selectOption('top_findings')
    await expectSoundInEveryLook(page)
    await dialog.getByRole('button', { name: 'Create and review' }).click()
    await expect(page.getByText('2 documents are ready.')).toBeVisible()
    await page.getByRole('button', { name: 'Start' }).click()
    await expect(page.getByText('Finished', { exact: true })).toBeVisible({ timeout: 60_000 })
  })
})

test('the webhook of a service is turned on, and its secret is shown once', async ({ page }) => {
  await signUp(page, { at: '/agent/icd10-coder' })
  await page.getByRole('button', { name: 'Add to My AI Services' }).click()
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Turn on webhook' }).click()
  await expect(page.getByRole('region', { name: 'Secret of the webhook' })).toContainText('whsec_')
  await expect(page.getByRole('region', { name: 'Address of the webhook' })).toContainText('/hooks/services/')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Address of the webhook' })).toBeVisible()
  await expect(page.getByText('whsec_').first()).not.toHaveText(/whsec_[A-Za-z0-9_-]{20}/)
})
