import { readFile, writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectSoundInEveryLook, openInApp, test } from '#test/support/browser.ts'
import { enter, person } from '#test/support/people.ts'

const step = (name: string, type: string, parameters: object = {}, rest: object = {}) => ({
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [0, 0],
  parameters,
  ...rest,
})
const FROM_N8N = {
  name: 'Tell the team',
  nodes: [
    step('Go', 'manualTrigger'),
    step(
      'Tell',
      'slack',
      { channel: '#orders', text: '={{ $json.title }}' },
      { credentials: { slackApi: { id: '7', name: 'Our Slack' } } },
    ),
  ],
  connections: { Go: { main: [[{ node: 'Tell', type: 'main', index: 0 }]] } },
}

test('a seller brings a workflow from n8n, sees what it becomes, exports it, and imports the same again', async ({
  page,
  context,
  baseURL,
}, info) => {
  const url = baseURL ?? ''
  await enter(context, await person(context, 'seller', url), url)
  await page.goto('/my-workflows?tab=own')
  await page.getByRole('link', { name: 'Import workflow' }).click()
  await expect(page.getByRole('button', { name: /Preview/ })).toBeDisabled()
  await page.getByLabel('Or paste JSON').fill('{"half": ')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('alert')).toHaveText(/This isn’t valid JSON/)
  await page.getByLabel('Or paste JSON').fill('')
  // From here nothing is fetched that only this machine reaches.
  await page.getByLabel('Or enter a URL').fill('http://127.0.0.1:1/orders.json')
  await page.getByLabel('Or enter a URL').press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/not on the public internet/)
  await page.getByLabel('Or paste JSON').fill(JSON.stringify(FROM_N8N))
  await expect(page.getByLabel('Or enter a URL')).toBeDisabled()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('It can run after you make these choices')).toBeVisible()
  await expect(page.getByRole('row', { name: /Tell/ }).getByText('Send a message')).toBeVisible()
  // Its account is asked for once, here or later.
  const accounts = page.getByRole('region', { name: 'Accounts' })
  await expect(accounts.getByText('Slack', { exact: true })).toBeVisible()
  await accounts.getByRole('button', { name: 'Connect an account at Slack' }).press('Enter')
  await expect(page.getByRole('dialog', { name: /Slack/ })).toBeVisible()
  await expectSoundInEveryLook(page)
  await page.keyboard.press('Escape')
  await expectSoundInEveryLook(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Tells everybody')
  await page.getByRole('button', { name: 'Import' }).click()
  // What was brought is open, to go on with.
  await expect(page.getByRole('heading', { level: 1, name: 'Tells everybody' })).toBeVisible()
  await openInApp(page, '/my-workflows?tab=own')
  await expect(page.getByRole('table', { name: /Your workflows/ }).getByText('Tells everybody')).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Tells everybody' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('tells-everybody.chowk.json')
  const path = info.outputPath('bundle.json')
  await writeFile(path, await readFile(await download.path()))
  await page.getByRole('link', { name: 'Import workflow' }).click()
  await page.getByLabel('Choose a file').setInputFiles(path)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tells everybody' })).toBeVisible()
  await openInApp(page, '/my-workflows?tab=own')
  await expect(page.getByRole('button', { name: 'Actions for Tells everybody' })).toHaveCount(2)

  await page.getByRole('button', { name: 'Actions for Tells everybody' }).first().click()
  await page.getByRole('menuitem', { name: 'Convert to agent' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create draft' }).click()
  await expect(dialog.getByText('Enter a one-sentence summary')).toBeVisible()
  await dialog.getByLabel('Summary').fill('Tells the team of an order')
  // Where it belongs is chosen, never guessed.
  await expect(dialog.getByLabel('Category')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Create draft' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose a category')
  await dialog.getByLabel('Category').selectOption({ label: 'Customer service' })
  await dialog.getByRole('button', { name: 'Create draft' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tells everybody')
})
