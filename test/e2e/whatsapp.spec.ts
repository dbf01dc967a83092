/** The WhatsApp channel of a service: connected, checked by Meta, asked by a person, answered, and the person erased. */
import { expect, type Page } from '@playwright/test'
import { deliveryOf, messageFrom, NUMBER, type SentMessage } from '#peers/whatsapp/server.ts'
import { test } from '#test/support/browser.ts'
import { deployChatService, lookAt } from '#test/support/channel-service.ts'
import { addressOf } from '#test/support/e2e-ports.ts'

const SECRET = 'secret of the app at Meta'
const PERSON = '919812345678'

const look = (page: Page, name: string) => lookAt(page, `whatsapp-${name}`)
const section = (page: Page) => page.getByRole('region', { name: 'WhatsApp', exact: true })

test('a service answers on WhatsApp', async ({ page, request, baseURL: product }) => {
  const baseURL = product ?? ''
  const meta = addressOf(baseURL, 'WhatsApp')
  const sent = async () =>
    ((await (await request.get(`${meta}/sent`)).json()) as SentMessage[])
      .filter(({ to }) => to === PERSON)
      .map(({ text }) => text?.body)
  await deployChatService(page, baseURL, 'hours')
  await section(page).getByRole('button', { name: 'Set up WhatsApp' }).click()
  await section(page).getByLabel('Phone number ID').fill(NUMBER.id)
  await section(page).getByLabel('Access token').fill('a wrong token')
  await section(page).getByLabel('App secret').fill(SECRET)
  await look(page, 'new')
  await section(page).getByRole('button', { name: 'Connect' }).click()
  await expect(section(page).getByText('Meta refused the access token')).toBeVisible()
  await section(page).getByLabel('Access token').fill('token-of-the-number')
  await section(page).getByRole('button', { name: 'Connect' }).click()
  await expect(section(page).getByText(NUMBER.display)).toBeVisible()

  const callback = await section(page).getByRole('region', { name: 'Callback URL' }).textContent()
  const token = await section(page).getByRole('region', { name: 'Verify token' }).textContent()
  const at = new URL((callback ?? '').trim())
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.challenge': '42',
    'hub.verify_token': (token ?? '').trim(),
  })
  expect(await (await request.get(`${at.pathname}?${query}`)).text()).toBe('42')
  await section(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(section(page).getByText('On', { exact: true })).toBeVisible()
  await expect(section(page).getByText('One more step at Meta')).toBeHidden()

  const write = async (text: string) => {
    const { body, headers } = deliveryOf(SECRET, {
      messages: [messageFrom(PERSON, `wamid.${text}`, { text: { body: text } })],
    })
    expect((await request.post(at.pathname, { headers, data: Buffer.from(body) })).status()).toBe(200)
  }
  await write('When do you open?')
  await expect.poll(async () => (await sent()).at(-1)).toContain('Reply START to agree')
  await write('START')
  await expect.poll(sent).toContain('We open at *9*. You asked: When do you open?')

  await section(page).getByRole('button', { name: 'Send a test message' }).click()
  await page.getByLabel('Phone number', { exact: true }).fill('12')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Enter a phone number with its country code')).toBeVisible()
  await page.getByLabel('Phone number', { exact: true }).fill('+91 98123 45678')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Test message sent')).toBeVisible()
  expect(await sent()).toContain('This is a test message.')

  await page.reload()
  await section(page).getByText('People (1)').click()
  await expect(section(page).getByText('Asha Rao')).toBeVisible()
  await look(page, 'connected')
  await section(page).getByRole('button', { name: 'Messages of Asha Rao' }).click()
  await expect(page.getByRole('dialog').getByText('We open at **9**. You asked: When do you open?')).toBeVisible()
  await look(page, 'messages')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all messages' }).click()
  expect((await downloading).suggestedFilename()).toBe(`whatsapp-${PERSON}.json`)
  await page.keyboard.press('Escape')
  await section(page).getByRole('button', { name: 'Erase Asha Rao' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(section(page).getByText('Asha Rao', { exact: true })).toBeHidden()
  await section(page).getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(section(page).getByText('Off', { exact: true })).toBeVisible()
  await expect(section(page).getByText(NUMBER.display)).toBeHidden()
})
