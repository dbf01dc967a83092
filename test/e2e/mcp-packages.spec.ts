/** The main way of MCP packages: an admin installs one from a file and sees its tools first, a person connects it and tries a tool. */
import { expect } from '@playwright/test'
import { expectSound, test } from '#test/support/browser.ts'
import { testServer } from '#test/support/mcp-package.ts'
import { packPackage } from '#test/support/npm-registry.ts'
import { enter, person, personOn } from '#test/support/people.ts'

const lamps = testServer({
  name: '@chowk/lamp-server',
  before: `if (!process.env.LAMP_KEY) { console.error('LAMP_KEY is required'); process.exit(1) }
const api = 'https://api.lamps.example/v1'`,
  tools: {
    get_lamp: {
      description: 'Finds a lamp.',
      read_only: true,
      body: `return 'A desk lamp for ' + process.env.LAMP_KEY`,
    },
  },
})

test('an admin installs a server from a package, and a person connects it and tries a tool', async ({
  page,
  context,
  browser,
}, info) => {
  const url = info.project.use.baseURL ?? ''
  await enter(context, await person(context, 'admin', url), url)
  await page.goto('/mcp-tools?tab=packages')
  await page.getByRole('button', { name: 'Install a package' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('In a file').click()
  const file = { name: 'lamps.tgz', mimeType: 'application/gzip', buffer: await packPackage(lamps) }
  await dialog.getByLabel('Choose an archive').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()

  // Nothing is allowed by what its code names.
  await expect(dialog.getByLabel('Hosts it may connect to')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Add api.lamps.example' }).click()
  await expect(dialog.getByLabel('Hosts it may connect to')).toHaveValue('api.lamps.example')
  await dialog.getByRole('button', { name: 'Start once' }).click()
  await expect(dialog.getByText('LAMP_KEY is required')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add LAMP_KEY' }).click()
  await dialog.getByLabel('Value for the first start').fill('first-start')
  await dialog.getByRole('button', { name: 'Start once' }).click()
  await expect(dialog.getByText(/^Started in .* 1 tool\.$/)).toBeVisible()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Agree and install' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Chowk lamp server' })).toBeVisible()
  await expect(page.getByText('Each person gives their own')).toBeVisible()
  await expectSound(page)
  const address = page.url()

  const theirs = await browser.newContext({ baseURL: url })
  const mine = await theirs.newPage()
  await personOn(theirs, 'basic_user', url)
  await mine.goto('/mcp-tools')
  await mine.getByRole('button', { name: 'Connect Chowk lamp server' }).click()
  const connecting = mine.getByRole('dialog')
  await expect(connecting.getByText('It can connect to api.lamps.example only.')).toBeVisible()
  await connecting.getByLabel('LAMP_KEY').fill('key-of-the-person')
  await connecting.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(mine.getByRole('heading', { level: 1, name: 'Chowk lamp server' })).toBeVisible()
  await expectSound(mine)
  await mine.getByRole('button', { name: 'Try get_lamp' }).click()
  await connecting.getByRole('button', { name: 'Run' }).click()
  await expect(connecting.getByText('A desk lamp for [hidden]')).toBeVisible()
  await theirs.close()

  await page.goto(address)
  await expect(page.getByText('1 person connected it.')).toBeVisible()
  await page.getByRole('button', { name: 'More for Chowk lamp server' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No packages installed')).toBeVisible()
})
