/** Approvals in Telegram: the bot and oneself connected in the settings, and an approval decided by a press there. */
import { expect } from '@playwright/test'
import { APPROVAL_TOKEN, eventOf, signedBySlack } from '#peers/slack/workspace.ts'
import { APPROVAL_BOT, type Message } from '#peers/telegram/server.ts'
import { test } from '#test/support/browser.ts'
import { lookAt } from '#test/support/channel-service.ts'
import { addressOf } from '#test/support/e2e-ports.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { enter, SUPER_ADMIN, sellerOn, superAdmin } from '#test/support/people.ts'

const PERSON = 5_151

const asking = graph(
  [
    node('start', 'manual_trigger', 'Start'),
    node('ask', 'approval', 'Ask', { title: 'Pay Ravi Stores?', details: { amount: '₹5,000' } }),
    node('done', 'set_fields', 'Pay'),
  ],
  [edge('start', 'ask'), edge('ask', 'done', 'approved')],
)

test('an approval reaches a person in Telegram and is decided there', async ({ page, request, baseURL }) => {
  const url = String(baseURL)
  const telegram = addressOf(url, 'Telegram')
  const shown = async () => (await (await request.get(`${telegram}/messages`)).json()) as Message[]
  const newest = async () => (await shown()).findLast(({ chat_id }) => chat_id === String(PERSON))
  await enter(page.context(), SUPER_ADMIN, url)
  await page.goto('/settings?section=notifications')
  await expect(page.getByText('No bot is connected yet')).toBeVisible()
  const bot = page.getByRole('listitem', { name: 'Telegram', exact: true })
  await bot.getByRole('button', { name: 'Set up Telegram' }).click()
  await bot.getByLabel('Bot token').fill('1:a-wrong-token')
  await page.keyboard.press('Enter')
  await expect(bot.getByText('Telegram refused the bot token')).toBeVisible()
  await bot.getByLabel('Bot token').fill(APPROVAL_BOT.token)
  await bot.getByRole('button', { name: 'Connect' }).click()
  await expect(bot.getByText('@approvals_bot')).toBeVisible()

  const mine = page.getByRole('listitem', { name: 'Telegram · Your own runs' })
  await mine.getByRole('button', { name: 'Connect me' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: 'Open @approvals_bot' })).toHaveAttribute('href', /start=[\w-]{22}$/)
  const code = await dialog.getByRole('region', { name: 'Code' }).textContent()
  await lookAt(page, 'approval-bot-code')
  await request.post(`${telegram}/write`, { data: { from: PERSON, text: `/start ${code}`, token: APPROVAL_BOT.token } })
  await expect(dialog).toBeHidden()
  await expect(mine.getByText('as Asha Rao')).toBeVisible()
  await mine.getByRole('button', { name: 'Send a test message' }).click()
  await expect.poll(async () => (await newest())?.text).toContain('This is a test.')
  await lookAt(page, 'approval-bot-connected')

  const admin = await superAdmin(url)
  const { execution_id } = await admin.run({ workflow_id: await admin.workflow('Payments', asking) }, {})
  await page.goto(`/runs/${execution_id}`)
  await expect(page.getByText('Pay Ravi Stores?').first()).toBeVisible()
  await expect.poll(async () => (await newest())?.text).toContain('Pay Ravi Stores?\n\namount: ₹5,000')
  const pressed = await request.post(`${telegram}/press`, { data: { from: PERSON, button: 'Approve' } })
  expect(await pressed.json()).toMatchObject({ text: 'You approved it.' })
  await expect(page.locator('[data-run="succeeded"]')).toBeVisible()
  await expect.poll(async () => (await newest())?.text).toContain('Approved by')
  expect((await newest())?.reply_markup?.inline_keyboard.flat().map(({ text }) => text)).toEqual(['Open'])

  await page.goto('/settings?section=notifications')
  await bot.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(page.getByText('No bot is connected yet')).toBeVisible()
})

test('a workspace connects Slack, and its reviewers find it in their settings', async ({ page, request, baseURL }) => {
  const url = String(baseURL)
  await sellerOn(page.context(), url)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('menuitem', { name: 'New workspace' }).click()
  await page.getByLabel('Name').fill('Practice with Slack')
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await expect(page).toHaveURL(/\/w\/practice-with-slack(-\d+)?\/dashboard$/)
  const slug = new URL(page.url()).pathname.split('/')[2] ?? ''
  await page.goto(`/w/${slug}/workspace?tab=review`)
  const bot = page.getByRole('listitem', { name: 'Slack', exact: true })
  await bot.getByRole('button', { name: 'Set up Slack' }).click()
  await bot.getByRole('button', { name: 'Create app manifest' }).click()
  const manifest = JSON.parse((await bot.getByRole('region', { name: 'App manifest' }).textContent()) ?? '')
  const at = new URL(manifest.settings.interactivity.request_url)
  await bot.getByLabel('Channel ID').fill('general')
  await bot.getByLabel('Bot token').fill(APPROVAL_TOKEN)
  await bot.getByLabel('Signing secret').fill('secret of the Slack app')
  await bot.getByRole('button', { name: 'Connect' }).click()
  await expect(bot.getByText('Enter the channel ID, such as C0123456789')).toBeVisible()
  await lookAt(page, 'approval-slack-new')
  await bot.getByLabel('Channel ID').fill('C0123456789')
  await page.keyboard.press('Enter')
  await expect(bot.getByText('Clinic · @clinic')).toBeVisible()

  await page.goto('/settings?section=notifications')
  const mine = page.getByRole('listitem', { name: 'Slack · Practice with Slack' })
  await mine.getByRole('button', { name: 'Connect me' }).click()
  const dialog = page.getByRole('dialog')
  const code = await dialog.getByRole('region', { name: 'Code' }).textContent()
  const event = {
    type: 'message',
    channel_type: 'im',
    channel: 'D0ASHA001',
    user: 'U0ASHA001',
    text: code,
    ts: '1700000000.1',
  }
  const { body, headers } = signedBySlack('secret of the Slack app', eventOf(event))
  expect((await request.post(at.pathname, { headers, data: Buffer.from(body) })).status()).toBe(200)
  await expect(dialog).toBeHidden()
  await expect(mine.getByText('as Asha Rao')).toBeVisible()
  await page.goto(`/w/${slug}/workspace?tab=review`)
  await expect(bot.getByText('People connected: 1')).toBeVisible()
  await lookAt(page, 'approval-slack-connected')
})
