/** Approvals in Telegram: the bot and oneself connected in the settings, and an approval decided by a press there. */
import { expect } from '@playwright/test'
import { BOT, type Message } from '#peers/telegram/server.ts'
import { test } from '#test/support/browser.ts'
import { lookAt } from '#test/support/channel-service.ts'
import { addressOf } from '#test/support/e2e-ports.ts'
import { edge, graph, node } from '#test/support/graphs.ts'
import { enter, SUPER_ADMIN, superAdmin } from '#test/support/people.ts'

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
  await bot.getByLabel('Bot token').fill(BOT.token)
  await bot.getByRole('button', { name: 'Connect' }).click()
  await expect(bot.getByText('@clinic_bot')).toBeVisible()

  const mine = page.getByRole('listitem', { name: 'Telegram · Your own runs' })
  await mine.getByRole('button', { name: 'Connect me' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link', { name: 'Open @clinic_bot' })).toHaveAttribute('href', /start=[\w-]{22}$/)
  const code = await dialog.getByRole('region', { name: 'Code' }).textContent()
  await lookAt(page, 'approval-bot-code')
  await request.post(`${telegram}/write`, { data: { from: PERSON, text: `/start ${code}` } })
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
