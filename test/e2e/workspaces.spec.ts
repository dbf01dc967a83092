/** Workspaces: several people with accounts of their own act for one account that owns what they make. */
import { expect, type Page, test } from '@playwright/test'
import { expectSoundInEveryLook } from '#test/support/browser.ts'
import { joinE2eDatabase } from '#test/support/e2e-database.ts'
import { graph, node } from '#test/support/graphs.ts'
import { personOn, sellerOn } from '#test/support/people.ts'

const switcher = (page: Page) => page.getByRole('button', { name: /^Workspace: / })

/** The link in the newest mail to this address. */
async function mailedLink(url: string, email: string): Promise<string> {
  const database = await joinE2eDatabase(url)
  try {
    const { rows } = await database.pool.query<{ body: string }>(
      'select body from mails where to_address = $1 order by created_at desc, id desc limit 1',
      [email],
    )
    return /\/join\/[\w-]+/.exec(rows[0]?.body ?? '')?.[0] ?? ''
  } finally {
    await database.pool.end()
  }
}

test('two people share a practice, each in what their role allows, until one is removed', async ({
  browser,
  baseURL,
}) => {
  const url = baseURL ?? ''
  const contexts = [await browser.newContext({ baseURL: url }), await browser.newContext({ baseURL: url })] as const
  const [own, his] = [await sellerOn(contexts[0], url), await personOn(contexts[1], 'basic_user', url)]
  const hers = await contexts[0].newPage()
  await hers.goto('/dashboard')

  await switcher(hers).click()
  await hers.getByRole('menuitem', { name: 'New workspace' }).click()
  await hers.getByLabel('Name').fill('Practice at the lake')
  await hers.getByRole('button', { name: 'Create workspace' }).click()
  await expect(hers).toHaveURL(/\/w\/practice-at-the-lake(-\d+)?\/dashboard$/)
  const within = new URL(hers.url()).pathname.replace(/\/dashboard$/, '')
  await expect(switcher(hers)).toContainText('Practice at the lake')

  await switcher(hers).click()
  await hers.getByRole('menuitem', { name: 'People and settings' }).click()
  await expect(hers).toHaveURL(`${url}${within}/workspace`)
  await hers.getByLabel('Email').fill(his.who.email)
  await hers.getByLabel('Role', { exact: true }).selectOption('reviewer')
  await hers.getByRole('button', { name: 'Send invitation' }).click()
  await expect(hers.getByRole('list', { name: 'Open invitations' })).toContainText(his.who.email)
  await expectSoundInEveryLook(hers)

  const theirs = await contexts[1].newPage()
  await theirs.goto(await mailedLink(url, his.who.email))
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Join Practice at the lake')
  await expectSoundInEveryLook(theirs)
  await theirs.getByRole('button', { name: 'Join workspace' }).click()
  await expect(theirs).toHaveURL(`${url}${within}/dashboard`)

  // What is hers alone stays hers; what she makes here is the practice’s.
  await own.mine.workflow('My own', graph([node('begin', 'manual_trigger', 'Begin')], []))
  await hers.goto(`${within}/workflows`)
  await expect(hers.getByText('My own')).toBeHidden()
  await hers.goto(`${within}/workspace`)
  await expect(theirs.getByRole('link', { name: 'My AI Services' })).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Workflows', exact: true })).toBeHidden()
  await expect(theirs.getByRole('link', { name: 'Subscription' })).toBeHidden()
  await theirs.getByRole('link', { name: 'My AI Services' }).click()
  await expect(theirs).toHaveURL(`${url}${within}/my-ai-services`)
  await theirs.goto(`${within}/workspace`)
  await expect(theirs.getByRole('button', { name: 'Send invitation' })).toBeHidden()

  await hers.reload()
  const member = hers.getByRole('listitem').filter({ hasText: his.who.email })
  await member.getByRole('combobox').selectOption('builder')
  await expect(hers.getByText('The role was changed')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByRole('link', { name: 'My AI Services' })).toBeVisible()

  await member.getByRole('button', { name: 'Remove' }).click()
  await hers.getByRole('button', { name: 'Remove member' }).click()
  await expect(member).toBeHidden()
  // The next thing he does takes him back to what is his own.
  await theirs.getByRole('link', { name: 'My AI Services' }).click()
  await expect(theirs).toHaveURL(`${url}/dashboard`)
  await expect(switcher(theirs)).toContainText('Personal')
})
