/** A workflow that is started by hand asks for nothing; its settings lead to a start that does. */
import { expect } from '@playwright/test'
import { EMPTY_DOCUMENT } from '#graph/document.ts'
import { test } from '#test/support/browser.ts'
import { choose, opened } from '#test/support/designer.ts'
import { sellerOn } from '#test/support/people.ts'

test('a start by hand becomes an input form, connected as before', async ({ page, baseURL }) => {
  const { mine } = await sellerOn(page.context(), baseURL)
  const canvas = await opened(page, mine, EMPTY_DOCUMENT)
  await canvas.press('n')
  await choose(page, 'Start by hand')
  await page.getByRole('button', { name: 'Close' }).first().focus()
  await canvas.press('n')
  await choose(page, 'Set fields')
  await canvas.holds(['start_by_hand>set_fields'])

  await canvas.card('start_by_hand').click()
  const button = page.getByRole('button', { name: 'Start with an input form' })
  await button.focus()
  await canvas.press('Enter')
  await expect(page.getByRole('complementary', { name: /^Settings of Input form/ })).toBeVisible()
  await expect
    .poll(async () => (await canvas.stored()).nodes.map(({ type }) => type))
    .toEqual(['input_form', 'set_fields'])
  expect((await canvas.stored()).edges).toHaveLength(1)
})
