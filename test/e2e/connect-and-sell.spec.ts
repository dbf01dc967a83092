/**
 * The whole way of connected apps, by mouse and keyboard: a creator connects Google Sheets, WhatsApp and an MCP server, draws an agent that
 * reads the first and writes the others, and sells it; a buyer runs it with accounts of their own and sees before and after what went
 * where. Prints clicks and seconds of each part. With `PICTURES=yes` each step is put into `.data/screenshots`.
 */
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { type McpPeer, startMcpPeer } from '#peers/mcp/server.ts'
import { expectSoundInEveryLook, LOOKS, test } from '#test/support/browser.ts'
import { addressOf, portOf } from '#test/support/e2e-ports.ts'
import { personOn, superAdmin } from '#test/support/people.ts'
import { type RunningService, startService } from '#test/support/services/service.ts'
import { whatsapp } from '#test/support/services/whatsapp.ts'
import { done } from '#test/support/visit.ts'

const SECOND = 1000
const TOKEN = 'a permanent token of the clinic'
const FOLDER = join(import.meta.dirname, '../../.data/screenshots')

let notes: McpPeer
let meta: RunningService
const phone = whatsapp(TOKEN)
// biome-ignore lint/correctness/noEmptyPattern: the test runner asks for an object pattern here
test.beforeAll(async ({}, info) => {
  const url = info.project.use.baseURL ?? ''
  meta = await startService(phone, portOf(url, 'WhatsApp of connect-and-sell.spec.ts'))
  notes = await startMcpPeer(portOf(url, 'MCP server of connect-and-sell.spec.ts'))
  notes.behave({ sign_in: 'oauth' })
})
test.afterAll(async () => {
  await meta.close()
  await notes.close()
})

/** Counts presses of the mouse and of Enter on every page of the tab, and tells how much of both a part took. */
async function partsOf(page: Page): Promise<(part: string, work: () => Promise<void>) => Promise<number>> {
  let clicks = 0
  await page.context().exposeFunction('pressed', () => {
    clicks += 1
  })
  await page.context().addInitScript(`
    addEventListener('pointerdown', () => window.pressed?.(), true)
    addEventListener('keydown', (event) => event.key === 'Enter' && window.pressed?.(), true)
  `)
  return async (part, work) => {
    const [before, begun] = [clicks, Date.now()]
    await test.step(part, work)
    const ms = Date.now() - begun
    console.log(`${part}: ${clicks - before} clicks, ${(ms / SECOND).toFixed(1)} s`)
    return ms
  }
}

let taken = 0
/** The state at hand; where it decides something, in every look. */
async function picture(page: Page, name: string, { everyLook = false } = {}): Promise<void> {
  taken += 1
  const at = (look: string) => join(FOLDER, `connect-${String(taken).padStart(2, '0')}-${name}.${look}.png`)
  const isWanted = process.env.PICTURES === 'yes'
  if (everyLook)
    await expectSoundInEveryLook(
      page,
      isWanted ? (look) => page.screenshot({ path: at(look.name.replace(' ', '')), fullPage: true }) : undefined,
    )
  else if (isWanted) await page.screenshot({ path: at(LOOKS[0].name) })
}

/** Agrees in the tab that opens. */
async function agree(page: Page, press: Locator): Promise<void> {
  const opening = page.waitForEvent('popup')
  await press.click()
  const consent = await opening
  await consent.getByRole('link', { name: 'Allow' }).click()
  await expect(consent.getByRole('heading', { name: 'Account connected' })).toBeVisible()
  await consent.close()
}

async function connectSheets(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Connect Google Sheets' })
  await page.goto('/integrations')
  await page.getByRole('searchbox', { name: 'Search apps' }).fill('sheets')
  await page.getByRole('link', { name: 'Google Sheets' }).click()
  // Left by Escape, the button has the focus again.
  const connect = page.getByRole('button', { name: 'Connect an account' })
  await connect.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(connect).toBeFocused()
  await page.keyboard.press('Enter')
  await picture(page, 'connect-sheets', { everyLook: true })
  await dialog.getByLabel('Client ID').fill('creator')
  await dialog.getByLabel('Client secret').fill('secret of creator')
  await dialog.getByRole('button', { name: 'Continue to Google Sheets' }).click()
  await page.getByRole('link', { name: 'Allow' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Test Google Sheets' })).toBeVisible()
}

async function connectWhatsApp(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search apps' }).fill('whatsapp')
  await page.getByRole('link', { name: 'WhatsApp', exact: true }).click()
  await page.getByRole('button', { name: 'Connect an account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect WhatsApp' })
  await dialog.getByLabel('Access token').fill(TOKEN)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Test WhatsApp' }).click()
  await expect(page.getByText('WhatsApp accepts the account.')).toBeVisible()
}

async function connectNotes(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^MCP Tools/ })
    .click()
  await page.getByRole('button', { name: 'Connect server' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect an MCP server' })
  await dialog.getByLabel('Address').fill(notes.url)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Name').fill('Ward notes')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Try Write a note' })).toBeVisible()
  await picture(page, 'server', { everyLook: true })
}

/** Adds the step that the words find, behind the one before. */
async function addStep(page: Page, words: string, choice: RegExp): Promise<Locator> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  const picker = page.getByRole('dialog', { name: /^Add (a )?node/ })
  await picker.getByRole('combobox').fill(words)
  await expect(picker.getByRole('option', { name: choice })).toBeVisible()
  await picture(page, words.replaceAll(' ', '-'))
  await picker.getByRole('option', { name: choice }).click()
  return page.getByRole('complementary', { name: /^Settings of/ })
}

/** Chooses a value of an earlier step from the list next to the field. */
async function insert(page: Page, settings: Locator, field: string, path: string): Promise<void> {
  await settings.getByLabel(field, { exact: true }).hover()
  await settings.getByRole('button', { name: `Insert value into ${field}` }).click()
  await page.getByRole('dialog', { name: 'Insert value' }).getByRole('option', { name: path }).first().click()
}

async function drawStart(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Workflows/ })
    .click()
  await page.getByRole('button', { name: 'Start blank' }).click()
  await page.getByRole('button', { name: 'See all triggers' }).click()
  await page.getByRole('dialog', { name: 'Choose a trigger' }).getByRole('combobox').fill('input form')
  await page.keyboard.press('Enter')
  const settings = page.getByRole('complementary', { name: /^Settings of Input form/ })
  for (const [name, label] of [
    ['spreadsheet', 'Spreadsheet of patients'],
    ['phone', 'Send the list to'],
  ]) {
    await settings.getByRole('button', { name: 'Add to Fields' }).click()
    await settings
      .getByRole('textbox', { name: 'Name', exact: true })
      .last()
      .fill(name ?? '')
    await settings
      .getByRole('textbox', { name: 'Label', exact: true })
      .last()
      .fill(label ?? '')
    await settings.getByRole('checkbox', { name: 'Required' }).last().check()
  }
  await picture(page, 'form')
}

async function lend(settings: Locator, purpose: string): Promise<void> {
  await settings.getByLabel('The buyer’s own account').check()
  await settings.getByLabel('What it’s for').fill(purpose)
}

async function drawSteps(page: Page): Promise<void> {
  await test.step('reads the sheet', async () => {
    const settings = await addStep(page, 'read rows', /Read rows.*Google Sheets/)
    await lend(settings, 'To read the list of patients')
    // The one account there is was chosen, and what the form gives is offered before anything ran.
    await expect(settings.getByRole('combobox', { name: 'Account' })).not.toHaveValue('')
    await insert(page, settings, 'Spreadsheet', '$input.spreadsheet')
    await picture(page, 'read-rows')
  })
  await test.step('writes on WhatsApp', async () => {
    const settings = await addStep(page, 'send whatsapp', /Send a text.*WhatsApp/)
    await lend(settings, 'To send the list')
    await settings.getByRole('combobox', { name: 'From number' }).selectOption('+91 98765 43210')
    await insert(page, settings, 'To', '$trigger.phone')
    await settings
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill('First: {{ $nodes.read_rows.values[0][0] }}')
    await picture(page, 'send-text', { everyLook: true })
  })
  await test.step('writes a note', async () => {
    const settings = await addStep(page, 'write a note', /Write a note.*Ward notes/)
    await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('List sent')
    await settings.getByRole('textbox', { name: 'Text', exact: true }).fill('To {{ $trigger.phone }}')
  })
  await page.keyboard.press('Escape')
  await expect(page.getByText('Saved', { exact: false }).first()).toBeVisible()
  await picture(page, 'graph')
}

/** From the drawn workflow to the queue of the reviewers. */
async function sell(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const publish = page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true })
  await publish.click()
  await expect(page.getByRole('button', { name: /Version 1 is live/ })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Workflows/ })
    .click()
  // The list was seen before anything was drawn, and knows of it now.
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Convert to agent' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Patient list')
  await page.getByLabel('Summary').fill('Sends the first of a list of patients.')
  await page.getByLabel('Category').selectOption({ label: 'Productivity' })
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Patient list' })).toBeVisible()
  await page
    .getByRole('textbox', { name: 'Description' })
    .fill('Reads a spreadsheet of yours and sends it to your phone.')
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Add sample' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('A list')
  await page.getByRole('textbox', { name: 'Spreadsheet of patients' }).fill('patients-of-seller')
  await page.getByRole('textbox', { name: 'Send the list to' }).fill('919812345678')
  await page.getByRole('button', { name: 'Run samples' }).click()
  await expect(page.getByText('Passed')).toBeVisible()
  await picture(page, 'samples')
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByRole('link', { name: 'Next' }).click()
  await picture(page, 'submit', { everyLook: true })
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByRole('table').getByText('In review').filter({ visible: true })).toBeVisible()
}

/** An admin lets it go on sale. @returns its address */
async function approved(url: string): Promise<string> {
  const admin = await superAdmin(url)
  const { items } = await done(admin.call('GET', '/api/v1/agent-submissions'))
  const { id, agent } = items.find((one: { agent: { name: string } }) => one.agent.name === 'Patient list')
  await done(admin.call('POST', `/api/v1/agent-submissions/${id}/decide`, { approve: true, reason: '' }))
  return `/agent/${(await done(admin.call('GET', `/api/v1/agents/${agent.id}`))).slug}`
}

/** Connects one's own accounts where the agent asks for them. */
async function lendOwn(shop: Page): Promise<void> {
  const needed = shop.getByRole('region', { name: 'Accounts it works with' })
  await expect(needed.getByText('To read the list of patients')).toBeVisible()
  await picture(shop, 'needed', { everyLook: true })
  await needed
    .getByRole('listitem')
    .filter({ hasText: 'To read the list of patients' })
    .getByRole('button', { name: 'Connect an account' })
    .click()
  const sheets = shop.getByRole('dialog', { name: 'Connect Google Sheets' })
  await sheets.getByLabel('Client ID').fill('buyer')
  await sheets.getByLabel('Client secret').fill('secret of buyer')
  await agree(shop, sheets.getByRole('button', { name: 'Continue to Google Sheets' }))
  await needed.getByRole('button', { name: 'Let this agent use it' }).click()
  await expect(needed.getByText('Ready')).toHaveCount(1)
  await needed
    .getByRole('listitem')
    .filter({ hasText: 'To send the list' })
    .getByRole('button', { name: 'Connect an account' })
    .click()
  const whatsApp = shop.getByRole('dialog', { name: 'Connect WhatsApp' })
  await whatsApp.getByLabel('Access token').fill(TOKEN)
  await whatsApp.getByRole('button', { name: 'Connect', exact: true }).click()
  await needed.getByRole('button', { name: 'Let this agent use it' }).click()
  await expect(needed.getByText('Ready')).toHaveCount(2)
}

async function runIt(shop: Page): Promise<void> {
  await shop.getByRole('textbox', { name: 'Spreadsheet of patients' }).fill('patients-of-buyer')
  await shop.getByRole('textbox', { name: 'Send the list to' }).fill('919876500000')
  await shop.getByRole('button', { name: 'Run', exact: true }).click()
  // What goes to the seller’s own server is agreed to once; what goes to one’s own accounts was agreed to with them.
  await expect(shop.getByRole('button', { name: 'Agree and run' })).toBeVisible()
  await picture(shop, 'agree', { everyLook: true })
  await shop.getByRole('button', { name: 'Agree and run' }).click()
  await expect.poll(() => phone.messages.map(({ text }) => text)).toContainEqual({ body: 'First: Asha' })
  await shop.getByRole('link', { name: 'Open run' }).click()
  const used = shop.getByRole('region', { name: 'Your accounts it used' })
  await expect(used.getByText('Google Sheets: Read rows').filter({ visible: true })).toBeVisible()
  await expect(used.getByText('WhatsApp: Send a text').filter({ visible: true })).toBeVisible()
  await picture(shop, 'used', { everyLook: true })
}

test('a creator connects apps, draws an agent and sells it; a buyer runs it with accounts of their own', async ({
  page,
  context,
  browser,
}, info) => {
  const url = info.project.use.baseURL ?? ''
  const arrived = `${addressOf(url, 'apps')}/arrived`
  for (const [book, name] of [
    ['patients-of-seller', 'Sample Patient'],
    ['patients-of-buyer', 'Asha'],
  ])
    await context.request.post(`${arrived}/${book}/Sheet1`, { data: [name, 'Pune'] })
  await personOn(context, 'seller', url)
  const part = await partsOf(page)
  const connecting = await part('a creator connects Google Sheets, WhatsApp and an MCP server', async () => {
    await connectSheets(page)
    await connectWhatsApp(page)
    await connectNotes(page)
  })
  const drawing = await part('and draws an agent', async () => {
    await drawStart(page)
    await drawSteps(page)
  })
  await part('and sells it', () => sell(page))
  expect(connecting + drawing).toBeLessThan(300 * SECOND)
  expect(notes.noted.written).toEqual(['List sent'])
  const address = await approved(url)

  const theirs = await browser.newContext({ baseURL: url })
  await personOn(theirs, 'basic_user', url)
  const shop = await theirs.newPage()
  const buying = await partsOf(shop)
  await shop.goto(address)
  await buying('a buyer connects accounts of their own', () => lendOwn(shop))
  await buying('and runs it', () => runIt(shop))
  await theirs.close()
})
