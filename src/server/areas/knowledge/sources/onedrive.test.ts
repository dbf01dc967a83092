/** A folder of OneDrive as a source: folders in it, what others shared, pages of a list, and content that lies elsewhere. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { GraphItem } from '#peers/folders/onedrive.ts'
import type { Person } from '#test/support/app.ts'
import { type SourceStage, setSourceStage } from '#test/support/source-stage.ts'

const ALL = '/api/v1/knowledge'
let stage: SourceStage
let owner: Person
let credential: string

beforeAll(async () => {
  stage = await setSourceStage()
  ;({ owner } = stage)
  credential = await stage.account(owner, 'onedrive')
})
beforeEach(() => stage.clear())
afterAll(() => stage.end())

const put = (id: string, parent: string, more: Partial<GraphItem> = {}) =>
  stage.folders.graph.items.set(`${more.drive ?? 'me'}/${id}`, { id, drive: 'me', parent, name: id, ...more })
const text = (id: string, parent: string, content: string, more: Partial<GraphItem> = {}) =>
  put(id, parent, { name: `${id}.txt`, content: Buffer.from(content), ...more })
const names = async (base: string) => (await stage.documents(base)).map(({ name }) => name).sort()

it('reads folders, what others shared and lists of several pages, and what changed since', async () => {
  stage.folders.graph.pageSize = 2
  put('team', 'root')
  text('a', 'root', 'Text a')
  text('b', 'root', 'Text b')
  text('c', 'team', 'Text c')
  put('link', 'team', { remote: { drive: 'theirs', id: 'shared', isFolder: true } })
  put('shared', 'root', { drive: 'theirs' })
  text('d', 'shared', 'Text d', { drive: 'theirs' })
  // A folder that leads back to where it is.
  put('loop', 'shared', { drive: 'theirs', remote: { drive: 'me', id: 'team', isFolder: true } })
  const base = await stage.base()
  const { source } = await stage.add(base, { kind: 'onedrive', credential })
  await stage.sync()
  expect(await stage.outcomes(base, source.id)).toEqual({
    'a.txt': 'read',
    'b.txt': 'read',
    'c.txt': 'read',
    'd.txt': 'read',
  })
  text('a', 'root', 'Text a, changed', { cTag: 'c2' })
  stage.folders.graph.items.delete('me/b')
  for (let i = 0; i < 2; i++) {
    await stage.again(base, source.id)
    await stage.sync()
  }
  expect(await names(base)).toEqual(['a.txt', 'c.txt', 'd.txt'])
  expect((await stage.documents(base)).find(({ name }) => name === 'a.txt')).toMatchObject({ version: 2 })
})

it('begins with a folder that was chosen, and refuses what is none', async () => {
  put('team', 'root')
  text('c', 'team', 'Text c')
  const base = await stage.base()
  const body = { kind: 'onedrive', credential }
  const look = await stage.test.call('POST', `${ALL}/${base}/sources/places`, { as: owner, body })
  expect(look.body.data).toEqual({ places: [{ place: 'me/team', name: 'team', opens: true }], complete: true })
  await stage.add(base, { ...body, place: 'me/team' })
  expect(await stage.add(base, { ...body, place: '../admin' })).toMatchObject({ status: 400, field: 'place' })
  await stage.sync()
  expect(await names(base)).toEqual(['c.txt'])
})
