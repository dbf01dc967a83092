/** A chat that a visitor hands over: asked for, answered from the inbox, seen by the visitor, given back, answered by the agent. */
import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page } from '@playwright/test'
import { expectSoundInEveryLook, test } from '#test/support/browser.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { joinE2eDatabase } from '#test/support/e2e-database.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { sellerOn } from '#test/support/people.ts'

const look = (page: Page, name: string) =>
  expectSoundInEveryLook(
    page,
    process.env.PICTURES === 'yes'
      ? (shade) => page.screenshot({ path: `.data/screenshots/inbox-${name}.${shade.name.replace(' ', '')}.png` })
      : undefined,
  )
const log = (page: Page) => page.getByRole('log')
const settings = (page: Page) => page.getByRole('region', { name: 'Answers by a person' })
const chats = (page: Page) => page.getByRole('region', { name: 'Chats', exact: true })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** A service with a chat page on which people may ask for a person. @returns the address of the page */
async function deploy(page: Page, baseURL: string): Promise<string> {
  const { mine } = await sellerOn(page.context(), baseURL)
  const made = await mine.call('POST', '/api/v1/custom-agents', {})
  const database = await joinE2eDatabase(baseURL)
  const document = workflow(
    [
      node('start', 'chat_trigger', { greeting: 'Namaste!' }),
      node('hours', 'make_file', { content: 'Nine to five.', name: 'hours.txt' }),
      set('done', { text: 'We are open. ({{ $count($trigger.history) }})', file: '{{ $nodes.hours }}' }),
    ],
    wires('start > hours > done'),
  )
  try {
    const { rows } = await database.pool.query('select owner_id from workflows where id = $1', [made.data.id])
    const listing = { slug: 'desk', name: 'Front desk', category: 'productivity', input_schema: { type: 'object' } }
    await addAgent(database.pool, rows[0].owner_id, document, listing)
  } finally {
    await database.drop()
  }
  await page.goto('/agent/desk')
  await page.getByRole('button', { name: 'Add to My AI Services' }).click()
  await expect(page).toHaveURL(/\/my-ai-services\/[0-9a-f-]{36}$/)
  await expect(navigation(page).getByRole('link', { name: /Inbox/ })).toHaveCount(0)
  const form = page.getByRole('region', { name: 'Chat page', exact: true })
  await form.getByRole('button', { name: 'Turn on' }).click()
  await settings(page).getByLabel('People can ask for a person').check()
  await settings(page).getByLabel('Name of who answers').fill('')
  await settings(page).getByRole('button', { name: 'Save' }).click()
  await expect(settings(page).getByText('Enter a name')).toBeVisible()
  await settings(page).getByLabel('Name of who answers').fill('Asha')
  await settings(page).getByLabel('First text').fill('We answer on weekdays.')
  await settings(page).getByRole('button', { name: 'Save' }).click()
  await expect(settings(page).getByText('On', { exact: true })).toBeVisible()
  await settings(page).scrollIntoViewIfNeeded()
  await look(page, 'settings')
  return ((await form.getByRole('region', { name: 'Address of the chat page' }).textContent()) ?? '').trim()
}

async function visit(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const visitor = await context.newPage()
  await visitor.goto(address)
  return visitor
}

const write = async (visitor: Page, text: string) => {
  await visitor.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await visitor.keyboard.press('Enter')
}

/** The file that the run of an answer made. */
async function downloadHours(page: Page): Promise<void> {
  const downloading = page.waitForEvent('download')
  await log(page).getByRole('button', { name: 'Download hours.txt' }).first().press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('hours.txt')
}

const form = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

/** By keyboard, after a file that is not taken and one that is taken away again. */
async function sendForm(page: Page): Promise<void> {
  const reply = page.getByRole('form', { name: 'Answer' })
  const choose = async (files: ReturnType<typeof form>[]) => {
    const choosing = page.waitForEvent('filechooser')
    await reply.getByRole('button', { name: 'Attach files' }).press('Enter')
    await (await choosing).setFiles(files)
  }
  await choose([{ ...form('virus.exe', 'MZ'), mimeType: 'application/octet-stream' }])
  await expect(reply.getByRole('alert')).toBeVisible()
  await choose([form('wrong.txt', 'Not this one'), form('form <b>.txt', 'Sign here.')])
  await expect(reply.getByText('form <b>.txt')).toBeVisible()
  await reply.getByRole('button', { name: 'Remove wrong.txt' }).press('Enter')
  await look(page, 'attached')
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Sign this, please.')
  await page.keyboard.press('Enter')
  await expect(log(page).getByRole('button', { name: 'Download form <b>.txt' })).toBeVisible()
  await expect(reply.getByText('form <b>.txt')).toHaveCount(0)
}

/** A long chat, without writing it by hand. */
async function addNotices(baseURL: string, count: number): Promise<void> {
  const database = await joinE2eDatabase(baseURL)
  try {
    await database.pool.query(
      `insert into conversation_messages (conversation_id, role, text, started)
       select id, 'notice', 'Notice ' || n, true from generate_series(1, $1) n,
         (select id from conversations where service_id is not null order by updated_at desc limit 1) c order by n`,
      [count],
    )
  } finally {
    await database.drop()
  }
}

async function downloadForm(visitor: Page): Promise<void> {
  const downloading = visitor.waitForEvent('download')
  await log(visitor).getByRole('button', { name: 'Download form <b>.txt' }).press('Enter')
  expect(await readFile(await (await downloading).path(), 'utf8')).toBe('Sign here.')
}

test('a person answers in the place of the agent', async ({ page, browser, baseURL }) => {
  const address = await deploy(page, baseURL ?? '')
  const visitor = await visit(browser, address)
  await write(visitor, 'When are you open?')
  await expect(log(visitor).getByText('We are open. (0)')).toBeVisible()
  await downloadHours(visitor)

  await visitor.getByRole('button', { name: 'Talk to a person' }).click()
  await expect(log(visitor).getByText('We answer on weekdays.')).toBeVisible()
  await write(visitor, 'Is <b>my</b> order late?')
  await expect(visitor.getByText('A person answers here.')).toBeVisible()

  await navigation(page).getByRole('link', { name: 'Inbox 1' }).click()
  await expect(page).toHaveURL(/\/inbox$/)
  await look(page, 'list')
  await page.keyboard.press('j')
  await expect(log(page).getByText('Is <b>my</b> order late?')).toBeVisible()
  await downloadHours(page)
  await expect(page.getByText('The visitor asked for a person.')).toBeVisible()
  await expect(chats(page).getByText('Unread: 2')).toHaveCount(0)
  await page.getByRole('button', { name: 'Take chat' }).click()
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeFocused()
  await page.keyboard.type('It arrives **tomorrow**.')
  await page.keyboard.press('Enter')
  await expect(log(page).getByText('It arrives **tomorrow**.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('')
  await sendForm(page)
  await look(page, 'files')

  // Live, without a reload on either side.
  await expect(log(visitor).getByText('Asha has joined the chat.')).toBeVisible()
  await expect(log(visitor).getByText('It arrives **tomorrow**.')).toBeVisible()
  await downloadForm(visitor)
  await write(visitor, 'Thank you!')
  await expect(log(page).getByText('Thank you!')).toBeVisible()
  await look(page, 'chat')
  await look(visitor, 'visitor')

  await page.getByRole('button', { name: 'Give back to the agent' }).click()
  await expect(page.getByText('Take the chat to answer.')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Talk to a person' })).toBeVisible()
  await write(visitor, 'And on Sunday?')
  await expect(log(visitor).getByText('We are open. (6)')).toBeVisible()
  await expect(log(visitor).getByText('Assistant', { exact: true }).first()).toBeVisible()

  await test.step('taken where nobody was asked for, it shows at once, and the visitor returns to the agent', async () => {
    await page.getByRole('button', { name: 'Take chat' }).click()
    await expect(visitor.getByText('A person answers here.')).toBeVisible()
    await look(visitor, 'visitor-back')
    await visitor.getByRole('button', { name: 'Back to the assistant' }).click()
    await expect(visitor.getByRole('button', { name: 'Talk to a person' })).toBeVisible()
    await expect(page.getByText('Take the chat to answer.')).toBeVisible()
  })

  await test.step('what was said long ago is fetched where it is asked for', async () => {
    await addNotices(baseURL ?? '', 130)
    await page.reload()
    await expect(log(page).getByText('Notice 130', { exact: true })).toBeInViewport()
    await expect(log(page).getByText('When are you open?')).toHaveCount(0)
    const oldest = log(page).getByText('Notice 31', { exact: true })
    const earlier = page.getByRole('button', { name: 'Show earlier messages' })
    await earlier.focus()
    await page.keyboard.press('Enter')
    await expect(log(page).getByText('When are you open?')).toHaveCount(1)
    await expect(earlier).toHaveCount(0)
    await expect(oldest).toBeInViewport()
    await look(page, 'earlier')
  })

  await page.getByRole('link', { name: 'With a person' }).click()
  await expect(page.getByText('You have no chats right now')).toBeVisible()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('sunday')
  await expect(chats(page).getByRole('listitem')).toHaveCount(1)
  await test.step('the visitor gets a copy of the chat, and is erased', async () => {
    await page.keyboard.press('j')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download chat' }).press('Enter')
    const copy = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
    expect(copy.messages[0]).toMatchObject({ role: 'person', text: 'When are you open?' })
    expect(copy.messages.length).toBeGreaterThan(130)
    await page.getByRole('button', { name: 'Erase Visitor' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Erase Visitor?' })).toBeVisible()
    await look(page, 'erase')
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).press('Enter')
    await expect(page.getByText('No chats match')).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible()
    await expect(visitor.getByText('Thank you!')).toHaveCount(0)
  })

  await page.goto('/inbox?chat=01890000-0000-7000-8000-000000000000')
  await expect(page.getByText('This chat can’t be opened')).toBeVisible()
  await visitor.context().close()
})
