/** Agents from elsewhere: a file that is wrong says where, the mended one becomes drafts. */
import { expect } from '@playwright/test'
import { expectSoundInEveryLook, openInApp, test } from '#test/support/browser.ts'
import { enter, person } from '#test/support/people.ts'

const HEAD = 'name,tagline,description,category,icon,tags,price_type,price_paise,trial_runs,workflow'
const fileOf = (...rows: string[]) => ({
  name: 'agents.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\ufeff${[HEAD, ...rows].join('\r\n')}`),
})

test('a seller fills in the template, mends what is wrong and gets drafts', async ({ page, context, baseURL }) => {
  const url = baseURL ?? ''
  await enter(context, await person(context, 'seller', url), url)
  await page.goto('/seller/agents')
  await page.getByRole('link', { name: 'Import from CSV' }).click()
  await expect(page.getByRole('heading', { name: 'Import agents', level: 1 })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download template' }).click()
  expect((await download).suggestedFilename()).toBe('agents-template.csv')
  await page.getByText('Columns', { exact: true }).click()
  await expect(page.getByText('Whole paise, GST included')).toBeVisible()

  const good = 'Claims checker,Checks a claim before it is sent,,healthcare,,claims;tpa,per_run,1200,,'
  const input = page.getByLabel('Choose a CSV file')
  await input.setInputFiles({ name: 'agents.csv', mimeType: 'text/csv', buffer: Buffer.from([0x50, 0x4b, 3, 4, 0]) })
  await expect(page.getByText('This isn’t a text file in UTF-8')).toBeVisible()
  await input.setInputFiles(fileOf(good, '=Discharge <b>notes</b>,Sums up a stay,,medicine,,,monthly,499.50,,'))
  const problems = page.getByRole('list', { name: 'Problems in row 3' })
  await expect(problems.getByRole('listitem')).toHaveText([
    /^price_paise: Enter the price in whole paise, such as 49950/,
    /^category: This category doesn’t exist/,
  ])
  await expect(page.getByRole('button', { name: 'Create 2 drafts' })).toBeDisabled()
  await expectSoundInEveryLook(page)

  await input.setInputFiles(fileOf(good, '=Discharge <b>notes</b>,Sums up a stay,,healthcare,,,monthly,49950,,'))
  await expect(page.getByText('₹499.50 per month')).toBeVisible()
  await page.getByRole('button', { name: 'Create 2 drafts' }).press('Enter')
  await expect(page.getByRole('heading', { name: '2 drafts created' })).toBeVisible()
  await expectSoundInEveryLook(page)
  await page.getByRole('link', { name: '=Discharge <b>notes</b>' }).click()
  await expect(page.getByRole('heading', { name: '=Discharge <b>notes</b>' }).first()).toBeVisible()
  await openInApp(page, '/seller/agents?phase=draft')
  await expect(page.getByRole('link', { name: 'Claims checker', exact: true })).toBeVisible()
})
