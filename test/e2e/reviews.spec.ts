/** A review from the first run to the moderator: written, answered for, reported, removed in public. */
import { expect } from '@playwright/test'
import { expectSoundInEveryLook, test } from '#test/support/browser.ts'
import { enter, person, personOn, SUPER_ADMIN } from '#test/support/people.ts'
import { signIn, visit } from '#test/support/visit.ts'

test('who has not confirmed their address is told so where they would write, and gets the link again', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? ''
  await enter(context, await person(context, 'basic_user', url), url)
  // This installation sends no mail: what another one would answer, until the address is confirmed.
  let confirmed = false
  let sent = 0
  await page.route('**/api/v1/agents/*/reviews*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const write = confirmed
      ? { allowed: true, reason: null }
      : { allowed: false, reason: 'Confirm your email address first: one mailbox, one review.' }
    await route.fulfill({ json: { ...body, data: { ...body.data, lacks_proof: !confirmed, abilities: { write } } } })
  })
  await page.route('**/api/auth/**verification*', async (route) => {
    sent += 1
    const status = { code: 200, result: 'success', message: 'OK', timestamp: new Date().toISOString() }
    await route.fulfill({ json: { status, data: { done: true } } })
  })
  await page.goto('/agent/hcpcs-finder#reviews')
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await reviews.scrollIntoViewIfNeeded()
  await expect(reviews.getByRole('button', { name: /Write a review/ })).toBeDisabled()
  await expect(reviews.getByText('one mailbox, one review').last()).toBeVisible()
  await reviews.getByRole('button', { name: 'Resend link' }).click()
  await expect(reviews.getByText('We’ve sent you a link.')).toBeVisible()
  expect(sent).toBe(1)
  await expectSoundInEveryLook(page)
  confirmed = true
  await reviews.getByRole('button', { name: 'I’ve confirmed it' }).click()
  await expect(reviews.getByRole('button', { name: 'Write a review' })).toBeEnabled()
  await expect(reviews.getByRole('button', { name: 'Resend link' })).toHaveCount(0)
})

test('who ran an agent reviews it, another reports it, a moderator removes it in public', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { mine, url } = await personOn(context, 'basic_user', baseURL)
  const { data: agent } = await mine.call('GET', '/api/v1/agents/hcpcs-finder')
  const reviews = page.getByRole('region', { name: 'Reviews' })

  await test.step('not before three runs, and the page says so', async () => {
    await page.goto('/agent/hcpcs-finder#reviews')
    await reviews.scrollIntoViewIfNeeded()
    await expect(reviews.getByRole('button', { name: /Write a review/ })).toBeDisabled()
    await expect(reviews.getByText('or ran it 3 times with success').last()).toBeVisible()
  })

  await test.step('stars by keyboard and text, kept over a reload', async () => {
    for (let i = 0; i < 3; i++) await mine.run({ agent_id: agent.id }, { text: `Wheelchair, standard ${i}` }, 20_000)
    await page.reload()
    await reviews.getByRole('button', { name: 'Write a review' }).click()
    await reviews.getByRole('button', { name: 'Submit review' }).click()
    await expect(reviews.getByText('Choose a rating')).toBeVisible()
    await reviews.getByRole('radio', { name: '1 of 5: Bad' }).focus()
    await page.keyboard.press('ArrowRight')
    await reviews.getByLabel('How was it?').fill('<b>Finds</b> nothing')
    await page.reload()
    await reviews.getByRole('button', { name: 'Write a review' }).click()
    await expect(reviews.getByLabel('How was it?')).toHaveValue('<b>Finds</b> nothing')
    await reviews.getByRole('button', { name: 'Submit review' }).click()
    await expect(reviews.getByRole('article').getByText('<b>Finds</b> nothing')).toBeVisible()
    const { data } = await mine.call('GET', '/api/v1/agents/hcpcs-finder/reviews')
    expect(data).toMatchObject({ summary: { count: 1, rating: 2 }, own: { stars: 2, text: '<b>Finds</b> nothing' } })
  })

  const other = await browser.newContext({ baseURL: url })
  const reporter = await person(other, 'basic_user', url)
  await test.step('another user who ran it finds it useful, and takes that back', async () => {
    const theirs = visit(url, await signIn(url, reporter.email, reporter.password))
    for (let i = 0; i < 3; i++) await theirs.run({ agent_id: agent.id }, { text: `Walker, folding ${i}` }, 20_000)
    await enter(other, reporter, url)
    const tab = await other.newPage()
    await tab.goto('/agent/hcpcs-finder?by=useful')
    const useful = tab.getByRole('button', { name: /^Useful/ })
    await useful.click()
    await expect(useful).toHaveAttribute('aria-pressed', 'true')
    await expect(useful).toContainText('Useful (1)')
    await tab.reload()
    await useful.click()
    await expect(useful).toHaveAttribute('aria-pressed', 'false')
    await tab.close()
  })

  await test.step('another user reports it', async () => {
    const theirs = await other.newPage()
    await theirs.goto('/agent/hcpcs-finder')
    await theirs.getByRole('region', { name: 'Reviews' }).scrollIntoViewIfNeeded()
    await theirs.getByRole('button', { name: /^Report the review/ }).click()
    await theirs.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
    await expect(theirs.getByRole('button', { name: /You already reported this review/ })).toBeDisabled()
  })

  await test.step('a moderator removes it, and the page says why', async () => {
    const admins = await browser.newContext({ baseURL: url })
    await enter(admins, SUPER_ADMIN, url)
    const desk = await admins.newPage()
    await desk.goto('/admin/reviews')
    await desk.getByRole('button', { name: 'Remove…' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(dialog.getByText('Enter a reason', { exact: true })).toBeVisible()
    await dialog.getByLabel('Public note').fill('Written without using it')
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(desk.getByRole('heading', { name: 'Nothing waiting' })).toBeVisible()
    await admins.close()
    await page.reload()
    await reviews.scrollIntoViewIfNeeded()
    await reviews.getByText('1 review was removed').click()
    await expect(reviews.getByText('Written without using it').last()).toBeVisible()
    await expect(reviews.getByText('No reviews yet.')).toBeVisible()
  })
  await other.close()
})
