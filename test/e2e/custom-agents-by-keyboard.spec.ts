/** A custom agent without a mouse: made over three PDFs, asked, its source opened, an answer fixed, published and put on a page. */
import { expect, type Locator, type Page } from '@playwright/test'
import { expectSound, mark, test } from '#test/support/browser.ts'
import { sellerOn } from '#test/support/people.ts'
import { policies } from '#test/support/policies.ts'

/** Stops of the Tab key on a page, at most. */
const MOST_STOPS = 150

/** Moves the focus there as a person does. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(wanted).toBeFocused()
}

async function press(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}

test('an agent is made, asked, fixed and shared by keyboard alone', async ({ page, baseURL }) => {
  await sellerOn(page.context(), baseURL)
  const log = page.getByRole('log')
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
  const ask = async (question: string) => {
    await tabTo(page, page.getByRole('textbox', { name: 'Message', exact: true }))
    await page.keyboard.type(question)
    await page.keyboard.press('Enter')
  }

  await page.goto('/custom-agents')
  await tabTo(page, page.getByLabel('Describe what it should do'))
  await page.keyboard.type('answers questions about working here')
  await press(page, button('Create agent'))
  await expect(page).toHaveURL(/\/custom-agents\/[0-9a-f-]{36}$/)

  const choosing = page.waitForEvent('filechooser')
  await press(page, button('Add documents'))
  await (await choosing).setFiles(await policies())
  await expect(page.getByRole('status').getByText('3 of 3 documents searchable')).toBeVisible({ timeout: 90_000 })

  await ask('How many days of annual leave do I have?')
  await expect(log).toContainText('“Every employee has 24 days of annual leave a year.” [')
  const source = page.getByRole('list', { name: 'Sources' }).getByRole('button', { name: /leave\.pdf Page 2/ })
  await press(page, source)
  await expect(mark(page).first()).toBeInViewport()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(source).toBeFocused()

  await press(page, button('Fix this answer'))
  const fixing = page.getByRole('dialog', { name: 'Fix this answer' })
  await tabTo(page, fixing.getByLabel('Say exactly'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('You have **25 days** since January.')
  await press(page, fixing.getByRole('button', { name: 'Save' }))
  await expect(fixing).toHaveCount(0)
  await ask('how many days of annual leave do I have')
  await expect(log.locator('strong')).toHaveText('25 days')

  await press(page, button('Channels'))
  const channels = page.getByRole('dialog', { name: 'Where people chat with it' })
  await press(page, channels.getByRole('button', { name: 'Publish' }))
  const publishing = page.getByRole('dialog', { name: 'Publish agent' })
  await press(page, publishing.getByRole('button', { name: 'Publish', exact: true }))
  await press(page, channels.getByRole('button', { name: 'Set up page and channels' }))
  await expect(page).toHaveURL(/\/my-ai-services\/[0-9a-f-]{36}\?tab=share$/)
  const chat = page.getByRole('region', { name: 'Chat page', exact: true })
  await press(page, chat.getByRole('button', { name: 'Turn on' }))
  await expect(page.getByText('Turned on', { exact: true })).toBeVisible()
  const address = chat.getByRole('region', { name: 'Address of the chat page' })
  await page.goto(((await address.textContent()) ?? '').trim())
  await ask('How many days of annual leave do I have?')
  await expect(log.locator('strong')).toHaveText('25 days')
})
