/** The main way of plugins: one from a file is agreed to, used with choices of its own, waited for, updated, and kept while it is used. */
import { expect, type Page } from '@playwright/test'
import { openInApp, test } from '#test/support/browser.ts'
import { packPackage, testPiece } from '#test/support/npm-registry.ts'
import { enter, person, personOn, sellerOn } from '#test/support/people.ts'

const PACKAGE = '@chowk/lamp-shop'

const ORDER = (says: string) => `
  order_lamp: {
    displayName: 'Order a lamp', description: '${says}', requireAuth: false,
    props: {
      lamp: { type: 'DROPDOWN', displayName: 'Lamp', required: true, refreshers: [],
        options: async () => ({ options: [{ label: 'Desk lamp', value: 'desk' }, { label: 'Floor lamp', value: 'floor' }] }) },
      details: { type: 'DYNAMIC', displayName: 'Details', required: false, refreshers: ['lamp'],
        props: async ({ lamp }) => ({ colour: { type: 'SHORT_TEXT', displayName: 'Colour of the ' + lamp, required: true } }) },
    },
    run: async ({ propsValue }) => ({ ordered: propsValue }) },`

/** Each look finds the next lamp. */
const TRIGGERS = `{
  lamp_arrived: {
    type: 'POLLING', displayName: 'Lamp arrived', description: 'Starts for each lamp that arrives.', requireAuth: false,
    sampleData: { lamp: 'sample' },
    props: { shelf: { type: 'DROPDOWN', displayName: 'Shelf', required: true, refreshers: [],
      options: async () => ({ options: [{ label: 'Top shelf', value: 'top' }, { label: 'Window', value: 'window' }] }) } },
    onEnable: async ({ store }) => { await store.put('arrived', 0) },
    onDisable: async () => {},
    run: async ({ store, propsValue }) => {
      const arrived = (await store.get('arrived')) + 1
      await store.put('arrived', arrived)
      return [{ lamp: arrived, shelf: propsValue.shelf }]
    },
    test: async ({ propsValue }) => [{ lamp: 7, shelf: propsValue.shelf }],
  } }`

/** A piece of our own, as `npm pack` makes it. */
const archive = async (version: string, actions: string, more = '') => ({
  name: `lamp-shop-${version}.tgz`,
  mimeType: 'application/gzip',
  buffer: await packPackage({ name: PACKAGE, version, files: testPiece(`{${actions}}`, more, 'Lamp Shop', TRIGGERS) }),
})

/** Checks an archive and returns the dialog that shows what is in it. */
async function check(page: Page, file: Awaited<ReturnType<typeof archive>>) {
  await page.goto('/plugins')
  await page.getByRole('button', { name: 'Install a plugin' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('In a file').click()
  await dialog.getByLabel('Choose an archive').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Check' }).click()
  return dialog
}

test('a plugin is installed from a file, used and waited for by a seller, updated, and not removed while it is used', async ({
  page,
  context,
  browser,
}, info) => {
  const url = info.project.use.baseURL ?? ''
  await enter(context, await person(context, 'admin', url), url)
  const first = await check(page, await archive('1.0.0', ORDER('Orders one.'), "api: 'https://api.lamps.example/v1',"))
  await expect(first.getByText('api.lamps.example')).toBeVisible()
  await expect(first.getByText('Chowk can’t confirm that Activepieces published this.')).toBeVisible()
  await first.getByRole('button', { name: 'Agree and install' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lamp Shop' })).toBeVisible()
  const address = page.url()

  // A seller finds its action, and chooses from what the piece offers.
  const theirs = await browser.newContext({ baseURL: url })
  const shop = await theirs.newPage()
  const { mine } = await sellerOn(theirs, url)
  await shop.goto('/workflows')
  await shop.getByRole('button', { name: 'Start blank' }).click()
  await shop.getByRole('button', { name: /^Start by hand/ }).click()
  await expect(shop.getByRole('textbox', { name: 'Node title' })).toBeFocused()
  await shop.keyboard.press('Escape')
  await shop.keyboard.press('n')
  const picker = shop.getByRole('dialog', { name: /^Add (a )?node/ })
  await picker.getByRole('combobox').fill('order a lamp')
  await picker.getByRole('option', { name: /Order a lamp.*Lamp Shop/ }).click()
  const settings = shop.getByRole('complementary', { name: /^Settings of Order a lamp/ })
  await settings.getByRole('combobox', { name: 'Lamp' }).selectOption('Floor lamp')
  await settings.getByRole('textbox', { name: 'Colour of the floor' }).fill('red')
  // What was typed stays when the fields change with the choice.
  await settings.getByRole('combobox', { name: 'Lamp' }).selectOption('Desk lamp')
  await expect(settings.getByRole('textbox', { name: 'Colour of the desk' })).toHaveValue('red')
  await shop.getByRole('button', { name: 'Run', exact: true }).click()
  const run = async () => (await mine.call('GET', '/api/v1/executions')).data.items[0]
  await expect.poll(async () => (await run())?.status).toBe('succeeded')
  const { data } = await mine.call('GET', `/api/v1/executions/${(await run()).id}`)
  expect(JSON.stringify(data)).toContain('{"ordered":{"lamp":"desk","details":{"colour":"red"}}}')

  // It starts a workflow: chosen by what happens, set up with its own choices, tried, and published.
  await openInApp(shop, '/workflows')
  await shop.getByText('New workflow', { exact: true }).click()
  await shop.getByRole('button', { name: 'Start blank' }).click()
  await shop.getByRole('button', { name: 'See all triggers' }).click()
  const triggers = shop.getByRole('dialog', { name: 'Choose a trigger' })
  await triggers.getByRole('combobox').fill('lamp arrived')
  await triggers.getByRole('option', { name: /Lamp arrived.*Lamp Shop/ }).click()
  const started = shop.getByRole('complementary', { name: /^Settings of Lamp arrived/ })
  await started.getByRole('combobox', { name: 'Shelf' }).selectOption('Window')
  await started.getByRole('button', { name: 'Fetch a test item' }).click()
  await expect(shop.getByText('Pinned').first()).toBeVisible()
  await shop.keyboard.press('Escape')
  await expect(shop.getByText('Saved', { exact: true })).toBeVisible()
  await shop.getByRole('button', { name: 'Publish', exact: true }).click()
  const publish = shop.getByRole('dialog')
  await publish.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(publish).toBeHidden()
  const [, workflow] = /([0-9a-f]{8}-[0-9a-f-]{27})/.exec(shop.url()) ?? []
  await openInApp(shop, `/my-workflows/${workflow}/triggers`)
  await expect(shop.getByRole('definition').nth(2)).toHaveText(/ago|now|second/)
  await shop.getByRole('button', { name: 'Check now' }).click()
  await expect(shop.getByText('None yet')).toBeHidden({ timeout: 30_000 })
  const arrived = async () =>
    (await mine.call('GET', '/api/v1/executions')).data.items.find(
      ({ trigger }: { trigger: string }) => trigger === 'app',
    )
  await expect.poll(async () => (await arrived())?.status, { timeout: 30_000 }).toBe('succeeded')
  const { data: of } = await mine.call('GET', `/api/v1/executions/${(await arrived()).id}`)
  expect(JSON.stringify(of)).toContain('{"lamp":1,"shelf":"window"}')
  await theirs.close()

  // Another version says something else, and can do more: that is shown before it is agreed to.
  const next = `${ORDER('Orders one, and tells everyone.')} delete_lamp: { displayName: 'Delete a lamp', requireAuth: false, run: async () => ({}) },`
  const update = await check(page, await archive('1.1.0', next, "api: 'https://evil.example/v1',"))
  await expect(update.getByRole('heading', { name: 'What changes since 1.0.0' })).toBeVisible()
  const changes = update.getByRole('region', { name: 'What changes' })
  for (const text of ['evil.example', 'Orders one.', 'Orders one, and tells everyone.', 'Delete a lamp', 'Delete data'])
    await expect(changes.getByText(text, { exact: true })).toBeVisible()
  await update.getByRole('button', { name: 'Agree and update' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lamp Shop' })).toBeVisible()
  await page.getByRole('link', { name: 'Changes' }).click()
  await expect(page.getByText('Updated from 1.0.0 to 1.1.0')).toBeVisible()

  await page.goto(`${address}?tab=triggers`)
  await expect(page.getByText('Checks regularly')).toBeVisible()
  await page.getByText('Example of what a workflow gets').click()
  await expect(page.getByText('"lamp": "sample"')).toBeVisible()
  await page.goto(address)
  await page.getByRole('button', { name: 'More for Lamp Shop' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove “Lamp Shop”?' })
  await expect(removal.getByText('Untitled workflow').first()).toBeVisible()

  // Those who may not install see what is there.
  const visitor = await browser.newContext({ baseURL: url })
  await personOn(visitor, 'seller', url)
  const other = await visitor.newPage()
  await other.goto('/plugins')
  await expect(other.getByRole('link', { name: 'Lamp Shop' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Install a plugin' })).toBeHidden()
  await visitor.close()

  await removal.getByRole('button', { name: 'Remove anyway' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plugins' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lamp Shop' })).toBeHidden()
})
