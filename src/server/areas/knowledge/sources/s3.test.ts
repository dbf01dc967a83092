/** A bucket as a source: what is read, changed, missed and left alone, and what happens when something goes wrong meanwhile. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { indexWaiting } from '#server/areas/knowledge/indexing/index-documents.ts'
import type { Person } from '#test/support/app.ts'
import { type SourceStage, setSourceStage } from '#test/support/source-stage.ts'
import { syncSources } from './sync-sources.ts'
import { claimSource } from './syncing.store.ts'

const ALL = '/api/v1/knowledge'
let stage: SourceStage
let owner: Person
let credential: string

beforeAll(async () => {
  stage = await setSourceStage()
  ;({ owner } = stage)
  credential = await stage.keys(owner)
})
beforeEach(() => stage.clear())
afterAll(() => stage.end())

const put = (key: string, text: string) =>
  stage.s3.objects.set(key, { bytes: Buffer.from(text), mime: 'application/octet-stream' })
const names = async (base: string) => (await stage.documents(base)).map(({ name }) => name).sort()
const found = async (base: string, query: string) =>
  (await stage.test.call('POST', `${ALL}/${base}/search`, { as: owner, body: { query } })).body.data.hits.map(
    ({ name, text }: { name: string; text: string }) => `${name}: ${text}`,
  )
/** A base with a source that was synced once. */
async function synced(body: object = {}) {
  const base = await stage.base()
  const { source } = await stage.add(base, { kind: 's3', credential, ...body })
  await stage.sync()
  return { base, id: source.id }
}

describe('a bucket as a source', () => {
  it('reads what is below a prefix, says what it can’t read, and reads only what changed', async () => {
    put('hr/leave.md', '# Leave\n\nAnnual leave is 24 days.')
    put('hr/deep/notes.txt', 'The office closes at six.')
    put('hr/film.mp4', 'no text')
    put('hr/folder/', '')
    put('hr/../other/secret.txt', 'hidden')
    put('finance/pay.md', 'Salaries')
    const { base, id } = await synced({ place: 'hr/' })
    expect(await stage.outcomes(base, id)).toEqual({
      'leave.md': 'read',
      'notes.txt': 'read',
      'film.mp4': 'file_unsupported',
      'secret.txt': 'name_unsupported',
    })
    expect(await stage.source(base)).toMatchObject({ state: 'done', error: null, sync_every: 'daily', folders_left: 0 })
    await indexWaiting(stage.test.indexing, new AbortController().signal)
    expect(await found(base, 'How many days of annual leave?')).toContain(
      'leave.md: # Leave\n\nAnnual leave is 24 days.',
    )

    put('hr/leave.md', '# Leave\n\nAnnual leave is 30 days.')
    stage.s3.served = []
    await stage.again(base, id)
    await stage.sync()
    expect(stage.s3.served).toEqual(['GET ', 'GET hr/leave.md'])
    await indexWaiting(stage.test.indexing, new AbortController().signal)
    expect(await found(base, 'How many days of annual leave?')).toContain(
      'leave.md: # Leave\n\nAnnual leave is 30 days.',
    )
  })

  it('removes what two syncs in a row miss, and leaves what a person changed', async () => {
    for (const name of ['a', 'b', 'c', 'd']) put(`${name}.txt`, `Text ${name}`)
    const { base, id } = await synced()
    const byName = Object.fromEntries((await stage.documents(base)).map((one) => [one.name, one.id]))
    await stage.test.call('DELETE', `${ALL}/${base}/documents/${byName['c.txt']}`, { as: owner })
    stage.s3.objects.delete('a.txt')
    put('c.txt', 'Text c, but changed')
    await stage.again(base, id)
    await stage.sync()
    expect(await stage.outcomes(base, id)).toMatchObject({ 'a.txt': 'missing', 'c.txt': 'read' })
    expect(await names(base)).toEqual(['a.txt', 'b.txt', 'd.txt'])
    await stage.again(base, id)
    await stage.sync()
    expect(await stage.outcomes(base, id)).toMatchObject({ 'a.txt': 'gone' })
    expect(await names(base)).toEqual(['b.txt', 'd.txt'])
    put('a.txt', 'Text a')
    await stage.again(base, id)
    await stage.sync()
    expect(await names(base)).toEqual(['a.txt', 'b.txt', 'd.txt'])
  })

  it('takes hostile names and two with one name, and stops at its limits', async () => {
    put('x/same.txt', 'One')
    put('y/same.txt', 'Two')
    put(`z/${'long'.repeat(80)}.txt`, 'Long')
    put('z/<img src=x onerror=alert(1)>\u202e\u0001.txt', 'Hostile')
    const { base, id } = await synced({ max_documents: 3 })
    const all = await stage.items(base, id)
    expect(all.map(({ error, state }) => error?.code ?? state).sort()).toEqual([
      'document_limit',
      'read',
      'read',
      'read',
    ])
    expect(all.every(({ name }) => name.length <= 200 && !/[\p{Cc}\p{Cf}]/u.test(name))).toBe(true)
    expect((await names(base)).filter((name) => name === 'same.txt')).toHaveLength(2)
  })

  it('reads ten thousand objects page by page, and lists them again without reading one', async () => {
    for (let i = 0; i < 10_000; i++) put(`many/${i}.mp4`, '')
    put('many/one.txt', 'The only text')
    const { base, id } = await synced()
    expect(await stage.source(base)).toMatchObject({ state: 'done', items: { skipped: 10_000, read: 1 } })
    stage.s3.served = []
    await stage.again(base, id)
    await stage.sync()
    expect(stage.s3.served).toHaveLength(11)
    expect(await names(base)).toEqual(['one.txt'])
  })
})

describe('when something goes wrong', () => {
  it('waits as the service asks, and goes on where it was', async () => {
    put('a.txt', 'Text a')
    stage.s3.trouble = { type: 'unavailable', times: 1 }
    const { base, id } = await synced()
    const waiting = await stage.source(base)
    expect(waiting).toMatchObject({ state: 'syncing', waits_until: expect.any(String) })
    await stage.test.database.pool.query(`update knowledge_sources set wait_until = '-infinity' where id = $1`, [id])
    await stage.sync()
    expect(await names(base)).toEqual(['a.txt'])
  })

  it('pauses where the keys are refused, keeps documents, and continues with others', async () => {
    put('a.txt', 'Text a')
    const { base, id } = await synced()
    const wrong = await stage.keys(owner, { secret_access_key: 'not the secret' })
    await stage.change(base, id, { credential: wrong })
    await stage.again(base, id)
    await stage.sync()
    expect(await stage.source(base)).toMatchObject({ state: 'paused', error: { code: 'keys_refused' } })
    expect(await names(base)).toEqual(['a.txt'])
    const remove = (query: string) => stage.test.call('DELETE', `/api/v1/credentials/${wrong}${query}`, { as: owner })
    expect((await remove('')).body.errors[0].code).toBe('credential_in_use')
    await remove('?even_if_used=true')
    expect(await stage.source(base)).toMatchObject({
      state: 'paused',
      credential: null,
      error: { code: 'connection_removed' },
    })
    expect(await stage.sync()).toBe(0)
    put('b.txt', 'Text b')
    expect((await stage.change(base, id, { credential, paused: false })).body.data).toMatchObject({
      state: 'syncing',
      error: null,
    })
    await stage.sync()
    expect(await names(base)).toEqual(['a.txt', 'b.txt'])
  })

  it('refuses private addresses, and connections and bases of others', async () => {
    const inside = await stage.keys(owner, { endpoint: 'https://169.254.169.254' })
    const base = await stage.base()
    await stage.add(base, { kind: 's3', credential: inside })
    await stage.sync()
    expect(await stage.source(base)).toMatchObject({ state: 'paused', error: { code: 'url_refused' } })

    const other = await stage.test.person()
    const theirs = await stage.keys(other)
    expect(await stage.add(base, { kind: 's3', credential: theirs })).toMatchObject({
      status: 400,
      field: 'credential',
    })
    expect(await stage.add(base, { kind: 'google_drive', credential })).toMatchObject({
      status: 400,
      field: 'credential',
    })
    expect(await stage.add(base, { kind: 's3', credential: theirs }, other)).toMatchObject({ status: 404 })
    const email = 'reader@example.com'
    await stage.test.database.pool.query('update users set email = $1 where id = $2', [email, other.id])
    await stage.test.call('PUT', `${ALL}/${base}/shares`, { as: owner, body: { email, access: 'write' } })
    expect(await stage.add(base, { kind: 's3', credential: theirs }, other)).toMatchObject({ status: 403 })
    expect((await stage.test.call('GET', `${ALL}/${base}/sources`, { as: other })).status).toBe(403)
  })

  it('reads a file that is replaced meanwhile once more, and one that is too large not at all', async () => {
    put('a.txt', 'Old text')
    const base = await stage.base()
    const { source } = await stage.add(base, { kind: 's3', credential })
    // It is replaced between the list and the file.
    const { http } = stage.test.sources
    const replacing: typeof http = async (request, ...rest) => {
      if (request.url === '/a.txt') put('a.txt', 'New text')
      return http(request, ...rest)
    }
    await syncSources({ ...stage.test.sources, http: replacing }, new AbortController().signal)
    await stage.again(base, source.id)
    put('b.txt', '')
    await stage.sync()
    const [document] = await stage.documents(base)
    // What was read was new already, so it was not made into another version.
    expect(document).toMatchObject({ name: 'a.txt', version: 1, synced: true })
    expect(await stage.outcomes(base, source.id)).toEqual({ 'a.txt': 'read', 'b.txt': 'file_empty' })
    const large: typeof http = async (request, ...rest) =>
      request.url === '/c.txt'
        ? { status: 200, headers: {}, body: '', bytes: new Uint8Array(25_000_001) }
        : http(request, ...rest)
    put('c.txt', 'large')
    await stage.again(base, source.id)
    await syncSources({ ...stage.test.sources, http: large }, new AbortController().signal)
    expect(await stage.outcomes(base, source.id)).toMatchObject({ 'c.txt': 'file_too_large' })
  })

  it('adds nothing twice when a worker dies at any step', async () => {
    for (let i = 0; i < 5; i++) put(`${i}.txt`, `Text ${i}`)
    const base = await stage.base()
    const { source } = await stage.add(base, { kind: 's3', credential })
    const { http } = stage.test.sources
    for (let dies = 1; dies <= 7; dies++) {
      const dying = new AbortController()
      let left = dies
      const mortal: typeof http = async (request, ...rest) => {
        if (--left === 0) dying.abort(new Error('killed'))
        return http(request, ...rest)
      }
      await syncSources({ ...stage.test.sources, http: mortal }, dying.signal)
      // A dead worker gives nothing back: its lease ends by the clock.
      await stage.test.database.pool.query(`update knowledge_sources set leased_until = now() - interval '1 second'`)
    }
    await stage.sync()
    expect(await names(base)).toEqual(['0.txt', '1.txt', '2.txt', '3.txt', '4.txt'])
    expect((await stage.outcomes(base, source.id))['4.txt']).toBe('read')
  })

  it('lets a base, a source and a pause end what is under way', async () => {
    put('a.txt', 'Text a')
    const { http } = stage.test.sources
    const acting =
      (act: () => Promise<unknown>): typeof http =>
      async (request, ...rest) => {
        const answer = await http(request, ...rest)
        if (request.url === '/a.txt') await act()
        return answer
      }
    const run = (act: () => Promise<unknown>) =>
      syncSources({ ...stage.test.sources, http: acting(act) }, new AbortController().signal)
    const begun = async () => {
      const base = await stage.base()
      return { base, id: (await stage.add(base, { kind: 's3', credential })).source.id }
    }
    const first = await begun()
    await run(() => stage.test.call('DELETE', `${ALL}/${first.base}`, { as: owner }))
    expect((await stage.test.call('GET', `${ALL}/${first.base}`, { as: owner })).status).toBe(404)

    const second = await begun()
    await run(() =>
      stage.test.call('DELETE', `${ALL}/${second.base}/sources/${second.id}?documents=keep`, { as: owner }),
    )
    expect(await stage.source(second.base)).toBeUndefined()
    expect(await names(second.base)).toEqual([])

    const third = await begun()
    await run(() => stage.change(third.base, third.id, { paused: true }))
    expect(await stage.source(third.base)).toMatchObject({ state: 'paused', error: null })
    expect(await names(third.base)).toEqual([])
    await stage.change(third.base, third.id, { paused: false })
    await stage.sync()
    expect(await names(third.base)).toEqual(['a.txt'])
  })

  it('keeps or removes the documents with the source', async () => {
    put('a.txt', 'Text a')
    const kept = await synced()
    const gone = await synced({ place: 'a' })
    await stage.test.call('DELETE', `${ALL}/${kept.base}/sources/${kept.id}?documents=keep`, { as: owner })
    await stage.test.call('DELETE', `${ALL}/${gone.base}/sources/${gone.id}?documents=remove`, { as: owner })
    expect([await names(kept.base), await names(gone.base)]).toEqual([['a.txt'], []])
    expect((await stage.documents(kept.base))[0]?.synced).toBe(false)
  })
})

describe('turns', () => {
  it('gives owners turns in order of their last one, and none to those who are blocked', async () => {
    const { db } = stage.test.database
    const claim = () => db.transaction().execute((tx) => claimSource(tx, 'any owner'))
    const other = await stage.test.person()
    const [mine, second, theirs] = [await stage.base(), await stage.base(), await stage.base(other)]
    await stage.add(mine, { kind: 's3', credential })
    await stage.add(second, { kind: 's3', credential })
    await stage.add(theirs, { kind: 's3', credential: await stage.keys(other) }, other)
    const owners = [await claim(), await claim()].map((one) => one?.owner_id)
    expect(new Set(owners)).toEqual(new Set([owner.id, other.id]))
    expect(await db.transaction().execute((tx) => claimSource(tx, 'idle owners'))).toBeNull()
    await db.updateTable('users').set({ status: 'blocked' }).where('id', '=', other.id).execute()
    await stage.test.database.pool.query(`update knowledge_sources set leased_until = '-infinity'`)
    expect([(await claim())?.owner_id, (await claim())?.owner_id, await claim()]).toEqual([owner.id, owner.id, null])
  })

  it('begins what is due by the clock', async () => {
    put('a.txt', 'Text a')
    const { base } = await synced({ sync_every: 'hourly' })
    const { next_at, synced_at } = await stage.source(base)
    expect(Date.parse(next_at ?? '') - Date.parse(synced_at ?? '')).toBe(3_600_000)
    expect(await stage.sync()).toBe(0)
    await stage.test.database.pool.query(`update knowledge_sources set due_at = now() - interval '1 minute'`)
    put('b.txt', 'Text b')
    await stage.sync()
    expect(await names(base)).toEqual(['a.txt', 'b.txt'])
  })

  it('shows the folders of the bucket', async () => {
    put('hr/a.txt', 'a')
    put('hr/deep/b.txt', 'b')
    put('finance/c.txt', 'c')
    const base = await stage.base()
    const look = async (within?: string) =>
      (
        await stage.test.call('POST', `${ALL}/${base}/sources/places`, {
          as: owner,
          body: { kind: 's3', credential, within },
        })
      ).body.data
    expect((await look()).places.map(({ place }: { place: string }) => place)).toEqual(['finance/', 'hr/'])
    expect(await look('hr/')).toEqual({ places: [{ place: 'hr/deep/', name: 'deep', opens: true }], complete: true })
  })
})
