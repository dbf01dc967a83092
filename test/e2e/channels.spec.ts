/** Telegram, Slack and email as channels of a service: connected, asked by a person, answered, and the person erased. */
import { expect, type Page } from '@playwright/test'
import { ACCOUNT, type SentMail } from '#peers/mailbox/server.ts'
import { eventOf, type Posted, signedBySlack, TEAM } from '#peers/slack/workspace.ts'
import { BOT, type SentText } from '#peers/telegram/server.ts'
import { test } from '#test/support/browser.ts'
import { deployChatService, lookAt } from '#test/support/channel-service.ts'
import { addressOf, portOf } from '#test/support/e2e-ports.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a service answers on Telegram', async ({ page, request, baseURL: product }) => {
  const baseURL = product ?? ''
  const telegram = addressOf(baseURL, 'Telegram')
  const sent = async () =>
    ((await (await request.get(`${telegram}/sent`)).json()) as SentText[]).map(({ text }) => text)
  const write = async (text: string) => {
    const written = await request.post(`${telegram}/write`, { data: { from: 4_242, text } })
    expect(await written.json()).toEqual({ status: 200 })
  }
  await deployChatService(page, baseURL, 'hours-on-telegram')
  const here = section(page, 'Telegram')
  await here.getByRole('button', { name: 'Set up Telegram' }).click()
  await here.getByRole('button', { name: 'Connect' }).click()
  await expect(here.getByText('Enter the bot token')).toBeVisible()
  await here.getByLabel('Bot token').fill('1:a-wrong-token')
  await page.keyboard.press('Enter')
  await expect(here.getByText('Telegram refused the bot token')).toBeVisible()
  await lookAt(page, 'telegram-new')
  await here.getByLabel('Bot token').fill(BOT.token)
  await here.getByRole('button', { name: 'Connect' }).click()
  await expect(here.getByRole('link', { name: '@clinic_bot' })).toBeVisible()
  await here.getByRole('button', { name: 'Turn on' }).click()
  await expect(here.getByText('On', { exact: true })).toBeVisible()
  await here.getByRole('button', { name: 'Check connection' }).click()
  await expect(page.getByText('The connection works')).toBeVisible()

  await write('/start')
  await expect.poll(async () => (await sent()).at(-1)).toContain('You’re writing to an automated assistant')
  await write('When do you open?')
  await expect.poll(sent).toContain('We open at 9. You asked: When do you open?')

  await page.reload()
  await here.getByText('People (1)').click()
  await expect(here.getByText('Asha Rao')).toBeVisible()
  await lookAt(page, 'telegram-connected')
  await here.getByRole('button', { name: 'Messages of Asha Rao' }).click()
  await expect(page.getByRole('dialog').getByText('When do you open?', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await here.getByRole('button', { name: 'Erase Asha Rao' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(here.getByText('Asha Rao', { exact: true })).toBeHidden()
  await here.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(here.getByRole('link', { name: '@clinic_bot' })).toBeHidden()
  const written = await request.post(`${telegram}/write`, { data: { from: 4_242, text: 'Hello?' } })
  expect(await written.json()).toEqual({ error: 'no webhook' })
})

test('a service answers on Slack', async ({ page, request, baseURL: product }) => {
  const baseURL = product ?? ''
  const posted = async () => (await (await request.get(`${addressOf(baseURL, 'Slack')}/posted`)).json()) as Posted[]
  await deployChatService(page, baseURL, 'hours-on-slack')
  const here = section(page, 'Slack')
  await here.getByRole('button', { name: 'Set up Slack' }).click()
  await here.getByRole('button', { name: 'Create app manifest' }).click()
  const manifest = JSON.parse((await here.getByRole('region', { name: 'App manifest' }).textContent()) ?? '')
  const at = new URL(manifest.settings.event_subscriptions.request_url)
  await lookAt(page, 'slack-new')
  await here.getByLabel('Bot token').fill(TEAM.token)
  await here.getByLabel('Signing secret').fill('secret of the Slack app')
  await here.getByRole('button', { name: 'Connect' }).click()
  await expect(here.getByText('Clinic · @clinic')).toBeVisible()
  await here.getByRole('button', { name: 'Turn on' }).click()
  await expect(here.getByText('On', { exact: true })).toBeVisible()
  await lookAt(page, 'slack-connected')
  const deliver = async (content: unknown) => {
    const { body, headers } = signedBySlack('secret of the Slack app', content)
    return request.post(at.pathname, { headers, data: Buffer.from(body) })
  }
  const asked = await deliver({ type: 'url_verification', challenge: 'from Slack' })
  expect(await asked.json()).toEqual({ challenge: 'from Slack' })
  await page.reload()
  await expect(here.getByText('One more step at Slack')).toBeHidden()
  const text = `<@${TEAM.bot}> When do you open?`
  const event = { type: 'app_mention', channel: 'C0GENERAL', user: 'U0ASHA001', text, ts: '1700000000.000100' }
  expect((await deliver(eventOf(event))).status()).toBe(200)
  await expect
    .poll(posted)
    .toMatchObject([
      { channel: 'C0GENERAL', thread_ts: event.ts, text: 'We open at *9*. You asked: When do you open?' },
    ])
})

test('a service answers by email', async ({ page, request, baseURL: product }) => {
  const baseURL = product ?? ''
  const mailbox = addressOf(baseURL, 'mailbox')
  const sent = async () => (await (await request.get(`${mailbox}/sent`)).json()) as SentMail[]
  await deployChatService(page, baseURL, 'hours-by-email')
  const here = section(page, 'Email')
  await here.getByRole('button', { name: 'Set up Email' }).click()
  await here.getByRole('button', { name: 'Connect' }).click()
  await expect(here.getByText('Enter an email address')).toBeVisible()
  await here.getByLabel('Mail provider').selectOption('Gmail, Google Workspace')
  await expect(here.getByLabel('Incoming mail server (IMAP)')).toHaveValue('imap.gmail.com')
  await here.getByLabel('Email address').fill(ACCOUNT.address)
  await here.getByLabel('Password').fill('not the password')
  await here.getByLabel('Incoming mail server (IMAP)').fill('127.0.0.1')
  await here.getByLabel('IMAP port').fill(String(portOf(baseURL, 'IMAP of the mailbox')))
  await here.getByLabel('Outgoing mail server (SMTP)').fill('127.0.0.1')
  await here.getByLabel('SMTP port').fill(String(portOf(baseURL, 'SMTP of the mailbox')))
  await page.keyboard.press('Enter')
  await expect(here.getByText('The IMAP server refused the sign-in')).toBeVisible()
  await lookAt(page, 'email-new')
  await here.getByLabel('Password').fill(ACCOUNT.password)
  await here.getByLabel('Ask people to agree').uncheck()
  await here.getByRole('button', { name: 'Connect' }).click()
  await expect(here.getByRole('button', { name: 'Check connection' })).toBeVisible()
  await here.getByRole('button', { name: 'Turn on' }).click()
  await expect(here.getByText('On', { exact: true })).toBeVisible()
  await here.getByRole('button', { name: 'Check connection' }).click()
  await expect(page.getByText('The connection works')).toBeVisible()

  const mail = { from: 'asha@people.example', subject: 'Opening hours', text: 'When do you open?\n-- \nAsha' }
  const { message_id } = await (await request.post(`${mailbox}/write`, { data: mail })).json()
  await expect.poll(sent, { timeout: 60_000 }).toMatchObject([
    {
      ...{ to: mail.from, subject: 'Re: Opening hours', in_reply_to: message_id },
      text: 'We open at 9. You asked: Opening hours\n\nWhen do you open?',
    },
  ])
  await page.reload()
  await here.getByText('People (1)').click()
  await expect(here.getByText('asha@people.example')).toBeVisible()
  await lookAt(page, 'email-connected')
  await here.getByRole('button', { name: 'Erase Asha Rao' }).click()
  await expect(page.getByText('Their emails stay in your mailbox')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(here.getByText('Asha Rao', { exact: true })).toBeHidden()
})
