/** A folder of Google Drive as a source: exports, shortcuts, loops, the bin, and a connection that is taken away. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DriveFile } from '#peers/folders/google-drive.ts'
import type { Person } from '#test/support/app.ts'
import { docx, pdf } from '#test/support/files.ts'
import { type SourceStage, setSourceStage } from '#test/support/source-stage.ts'

const ALL = '/api/v1/knowledge'
const GOOGLE = 'application/vnd.google-apps.'
let stage: SourceStage
let owner: Person
let credential: string

beforeAll(async () => {
  stage = await setSourceStage()
  ;({ owner } = stage)
})
beforeEach(async () => {
  await stage.clear()
  credential = await stage.account(owner, 'google-drive')
})
afterAll(() => stage.end())

const put = (id: string, parent: string, more: Partial<DriveFile> = {}) =>
  stage.folders.drive.set(id, { id, parent, name: `${id}.txt`, mimeType: 'text/plain', ...more })
const text = (id: string, parent: string, content: string, more: Partial<DriveFile> = {}) =>
  put(id, parent, { content: Buffer.from(content), ...more })
const folder = (id: string, parent: string) => put(id, parent, { name: id, mimeType: `${GOOGLE}folder` })
const shortcut = (id: string, parent: string, target: string) =>
  put(id, parent, { name: id, mimeType: `${GOOGLE}shortcut`, target })
const names = async (base: string) => (await stage.documents(base)).map(({ name }) => name).sort()
async function synced(body: object = {}) {
  const base = await stage.base()
  const { source } = await stage.add(base, { kind: 'google_drive', credential, ...body })
  await stage.sync()
  return { base, id: source.id }
}

describe('a folder of Google Drive', () => {
  it('reads files, exports of Google’s own kinds, folders in it and what shortcuts lead to, without end', async () => {
    folder('team', 'root')
    folder('inner', 'team')
    text('note', 'team', 'The office closes at six.', { name: 'note' })
    put('plan', 'team', {
      name: 'Plan 2026',
      mimeType: `${GOOGLE}document`,
      exports: {
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document': await docx([
          { text: 'Annual leave is 24 days.' },
        ]),
      },
    })
    put('deck', 'inner', {
      name: 'Deck',
      mimeType: `${GOOGLE}presentation`,
      exports: { 'application/pdf': await pdf((one) => one.text('Slides')) },
    })
    put('form', 'inner', { name: 'Form', mimeType: `${GOOGLE}form` })
    text('far', 'elsewhere', 'Far away')
    shortcut('to-far', 'inner', 'far')
    shortcut('to-team', 'inner', 'team')
    shortcut('to-nothing', 'inner', 'gone')
    const { base, id } = await synced({
      place: 'https://drive.google.com/drive/folders/team?usp=sharing',
      name: 'Team',
    })
    expect(await stage.outcomes(base, id)).toMatchObject({
      ...{
        'note.txt': 'read',
        'Plan 2026.docx': 'read',
        'Deck.pdf': 'read',
        'far.txt': 'read',
        Form: 'file_unsupported',
      },
    })
    expect(await names(base)).toEqual(['Deck.pdf', 'Plan 2026.docx', 'far.txt', 'note.txt'])
    expect((await stage.documents(base))[0]).toMatchObject({
      synced: true,
      url: expect.stringContaining('https://drive.google.com/'),
    })
    expect(await stage.source(base)).toMatchObject({ name: 'Team', state: 'done' })
    const [document] = await stage.documents(base)
    const again = await stage.test.call('POST', `${ALL}/${base}/documents/${document?.id}/read`, { as: owner })
    expect(again.body.errors[0]).toMatchObject({
      field: 'document_id',
      message: expect.stringContaining('Sync the source'),
    })
  })

  it('removes at once what is in the bin, keeps what was moved below, and renames', async () => {
    folder('team', 'root')
    text('a', 'team', 'Text a')
    text('b', 'team', 'Text b')
    const { base, id } = await synced({ place: 'team' })
    text('a', 'team', 'Text a', { trashed: true })
    folder('inner', 'team')
    text('b', 'inner', 'Text b', { name: 'renamed.txt' })
    await stage.again(base, id)
    await stage.sync()
    expect(await stage.outcomes(base, id)).toEqual({ 'a.txt': 'trashed', 'renamed.txt': 'read' })
    expect(await stage.documents(base)).toMatchObject([{ version: 1, name: 'renamed.txt' }])
  })

  it('keeps everything where a folder can’t be listed, and where the first one is gone', async () => {
    folder('team', 'root')
    folder('inner', 'team')
    text('a', 'inner', 'Text a')
    const { base, id } = await synced({ place: 'team' })
    const no = { status: 403, json: { error: { code: 403, errors: [{ reason: 'insufficientFilePermissions' }] } } }
    stage.folders.instead = ({ query }) => (query.get('q')?.includes('inner') ? no : null)
    for (let i = 0; i < 3; i++) {
      await stage.again(base, id)
      await stage.sync()
    }
    expect(await names(base)).toEqual(['a.txt'])
    stage.folders.instead = () => null
    stage.folders.drive.delete('team')
    await stage.again(base, id)
    await stage.sync()
    expect(await stage.source(base)).toMatchObject({ state: 'failed', error: { code: 'place_missing' } })
    expect(await names(base)).toEqual(['a.txt'])
  })

  it('pauses when the account is taken away half-way, and continues by itself once it is connected again', async () => {
    folder('team', 'root')
    for (const one of ['a', 'b', 'c']) text(one, 'team', `Text ${one}`)
    let reads = 0
    stage.folders.instead = ({ query }) =>
      query.get('alt') === 'media' && ++reads > 1 ? { status: 401, json: { error: { code: 401 } } } : null
    const { base, id } = await synced({ place: 'team' })
    expect(await stage.source(base)).toMatchObject({ state: 'paused', error: { code: 'credential_reconnect' } })
    expect(await names(base)).toEqual(['a.txt'])
    expect(await stage.sync()).toBe(0)
    stage.folders.instead = () => null
    await stage.agree(owner, credential)
    await stage.sync()
    expect(await names(base)).toEqual(['a.txt', 'b.txt', 'c.txt'])
    expect(await stage.outcomes(base, id)).toEqual({ 'a.txt': 'read', 'b.txt': 'read', 'c.txt': 'read' })
  })

  it('waits when it is asked too often, by 429 with Retry-After and by a 403 that says so', async () => {
    folder('team', 'root')
    text('a', 'team', 'Text a')
    const { pool } = stage.test.database
    const busy = [
      { status: 429, headers: { 'retry-after': '120' }, json: {} },
      { status: 403, json: { error: { code: 403, errors: [{ reason: 'userRateLimitExceeded' }] } } },
    ]
    stage.folders.instead = () => busy.shift() ?? null
    const { base } = await synced({ place: 'team' })
    const { waits_until } = await stage.source(base)
    expect(Date.parse(waits_until ?? '') - Date.now()).toBeGreaterThan(100_000)
    for (let i = 0; i < 2; i++) {
      await pool.query(`update knowledge_sources set wait_until = '-infinity'`)
      await stage.sync()
    }
    expect(await names(base)).toEqual(['a.txt'])
  })

  it('bears a list that changes while it is read, and one that can’t be continued', async () => {
    folder('team', 'root')
    for (let i = 0; i < 1200; i++) put(`f${i}`, 'team', { name: `${i}.mp4`, mimeType: 'video/mp4' })
    text('last', 'team', 'The last text')
    let pages = 0
    stage.folders.instead = ({ query }) => {
      if (query.get('pageToken') === null) return null
      // What was on the second page moves to the first.
      stage.folders.drive.delete('f0')
      return ++pages === 1 ? { status: 400, json: { error: { code: 400, errors: [{ reason: 'invalid' }] } } } : null
    }
    const { base } = await synced({ place: 'team' })
    expect(await names(base)).toEqual(['last.txt'])
    expect(await stage.source(base)).toMatchObject({ state: 'done', error: null })
  })

  it('takes on the documents that a removed source left, and waits for a short pause in place', async () => {
    folder('team', 'root')
    text('a', 'team', 'Text a')
    text('b', 'team', 'Text b')
    const { base, id } = await synced({ place: 'team' })
    await stage.test.call('DELETE', `${ALL}/${base}/sources/${id}?documents=keep`, { as: owner })
    text('b', 'team', 'Text b, changed')
    const busy = [{ status: 429, headers: { 'retry-after': '1' }, json: {} }]
    stage.folders.instead = () => busy.shift() ?? null
    const again = await stage.add(base, { kind: 'google_drive', credential, place: 'team' })
    await stage.sync()
    expect(await stage.outcomes(base, again.source.id)).toEqual({ 'a.txt': 'read', 'b.txt': 'read' })
    const versions = (await stage.documents(base)).map(({ name, version, synced }) => [name, version, synced])
    expect(versions.sort()).toEqual([
      ['a.txt', 1, true],
      ['b.txt', 2, true],
    ])
  })

  it('offers folders to choose from', async () => {
    folder('team', 'root')
    folder('inner', 'team')
    text('a', 'root', 'Text a')
    const base = await stage.base()
    const look = async (within?: string) =>
      (
        await stage.test.call('POST', `${ALL}/${base}/sources/places`, {
          as: owner,
          body: { kind: 'google_drive', credential, within },
        })
      ).body.data
    expect(await look()).toEqual({ places: [{ place: 'team', name: 'team', opens: true }], complete: true })
    expect((await look('team')).places).toMatchObject([{ place: 'inner' }])
  })
})
