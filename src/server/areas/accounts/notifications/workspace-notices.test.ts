/** The bell of a workspace: what it is told, and what the member who looks was told about it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Notice } from '#contract/accounts/notices.ts'
import { verbatim } from '#contract/phrases/phrases.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { createNoticeFeed, followNotices } from './feed.ts'
import { mayReadOwnNotices } from './notifications.policy.ts'
import { notify } from './notifications.ts'

let test: TestApp
let owner: Person
let member: Person
const places: { id: string; slug: string }[] = []

beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('seller')
  member = await test.person('basic_user')
  for (const name of ['North', 'Northern']) {
    const made = await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name } })
    places.push(made.body.data)
    await test.database.pool.query(`insert into workspace_members values ($1, $2, 'member')`, [
      made.body.data.id,
      member.id,
    ])
  }
})
afterAll(() => test.close())

const tell = (to: string, title: string, href: string) =>
  notify(test.database.db, to as Person['id'], {
    ...{ kind: 'mention', title: verbatim(title), message: verbatim('It waits.'), href },
  })
const call = (method: 'GET' | 'POST', path: string, as: Person, slug?: string) =>
  test.call(method, `/api/v1/notifications${path}`, { as, headers: slug === undefined ? {} : { 'x-workspace': slug } })
const bell = async (as: Person, slug?: string): Promise<[string[], number]> => {
  const { items, unread, total } = (await call('GET', '', as, slug)).body.data
  expect(total).toBe(items.length)
  return [items.map(({ title }: Notice) => title), unread]
}

it('lists what the member was told about this workspace, counts it once, and marks it read in both', async () => {
  const [north, northern] = places.map(({ slug }) => slug)
  await tell(member.id, 'Yours in North', `/w/${north}/review?open=1`)
  await tell(places[0]?.id ?? '', 'Of North', `/w/${north}/runs/1`)
  await tell(member.id, 'Yours in Northern', `/w/${northern}/review`)
  await tell(member.id, 'Your own', '/runs/2')

  expect(await bell(member, north)).toEqual([['Of North', 'Yours in North'], 2])
  expect(await bell(member, northern)).toEqual([['Yours in Northern'], 1])
  expect(await bell(member)).toEqual([['Your own', 'Yours in Northern', 'Yours in North'], 3])
  // Others in the workspace see what it was told, not what its members were.
  expect(await bell(owner, north)).toEqual([['Of North'], 1])

  const { items } = (await call('GET', '', member, north)).body.data
  const own = items.find(({ title }: Notice) => title === 'Yours in North')
  const foreign = (await call('GET', '', member, northern)).body.data.items[0]
  expect((await call('POST', `/${foreign.id}/read`, member, north)).status).toBe(404)
  expect((await call('POST', `/${own.id}/read`, owner, north)).status).toBe(404)
  expect((await call('POST', `/${own.id}/read`, member, north)).body.data).toEqual({ unread: 1 })
  expect((await bell(member))[1]).toBe(2)
  // All of this workspace, and nothing else of the member.
  expect((await call('POST', '/read-all', member, north)).body.data).toEqual({ unread: 0 })
  expect([(await bell(member))[1], (await bell(owner, north))[1]]).toEqual([2, 0])
})

it('rings for both, without putting their streams together', async () => {
  const [place] = places
  const slug = place?.slug ?? ''
  const feed = createNoticeFeed(test.database.url)
  const end = new AbortController()
  const caller = {
    ...{ type: 'user', id: place?.id, role: 'basic_user', permissions: new Set(), email: '', display_name: '' },
    ...{ session_id: null, workspace: { person_id: member.id, role: 'member' } },
  }
  const grant = mayReadOwnNotices(caller as never)
  const events = followNotices({ db: test.database.db, feed }, grant, null, end.signal)
  const next = async () => (await events.next()).value
  const first = await next()
  expect(first).toEqual({ type: 'unread', seq: expect.any(Number), unread: 0 })
  await tell(member.id, 'Again', `/w/${slug}/review?open=2`)
  expect(await next()).toEqual({ ...first, unread: 1 })
  await tell(place?.id ?? '', 'Of all', `/w/${slug}/runs/3`)
  expect(await next()).toMatchObject({
    type: 'notice',
    seq: (first?.seq ?? 0) + 1,
    unread: 2,
    notice: { title: 'Of all' },
  })
  await call('POST', '/read-all', member)
  expect(await next()).toEqual({ type: 'unread', seq: (first?.seq ?? 0) + 1, unread: 1 })
  end.abort()
  await events.return(undefined)
  await feed.close()
})
