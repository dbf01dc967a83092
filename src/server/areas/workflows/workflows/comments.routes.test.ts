import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { COMMENT_LIMITS } from '#contract/workflows/comment-limits.ts'
import { WorkflowComment } from '#contract/workflows/comments.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))

let test: TestApp
let [owner, editor, viewer, stranger]: Person[] = []
let id: string
const who = (person: Person | undefined): Person => {
  if (!person) throw new Error('nobody')
  return person
}
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('seller')
  editor = await test.person('seller')
  viewer = await test.person('seller')
  stranger = await test.person('super_admin')
})
afterAll(() => test.close())
beforeEach(async () => {
  const made = await test.call('POST', '/api/v1/workflows', { as: who(owner), body: { name: 'Letters', document } })
  id = made.body.data.id
  const join = 'insert into workflow_members (workflow_id, user_id, role) values ($1, $2, $3)'
  await test.database.pool.query(join, [id, who(editor).id, 'editor'])
  await test.database.pool.query(join, [id, who(viewer).id, 'viewer'])
})

const path = () => `/api/v1/workflows/${id}/comments`
const say = (as: Person | undefined, text: string, more: object = {}) =>
  test.call('POST', path(), { as: who(as), body: { text, ...more } })
const said = async (as: Person | undefined, text: string, more: object = {}): Promise<string> => {
  const { status, body } = await say(as, text, more)
  expect([status, body.errors ?? []]).toEqual([201, []])
  return body.data.id
}
const change = (as: Person | undefined, comment: string, body: object) =>
  test.call('PUT', `${path()}/${comment}`, { as: who(as), body })
const remove = (as: Person | undefined, comment: string) => test.call('DELETE', `${path()}/${comment}`, { as: who(as) })
const all = async (as: Person | undefined = owner): Promise<WorkflowComment[]> =>
  (await test.call('GET', path(), { as: who(as) })).body.data.items.map((one: unknown) => WorkflowComment.parse(one))
const notices = async (of: Person | undefined) =>
  (
    await test.database.pool.query(
      `select title, message, href, count from notifications where user_id = $1 and kind = 'mention' and href like $2`,
      [who(of).id, `%${id}%`],
    )
  ).rows

describe('comments', () => {
  it('are pinned to a node, a point or the whole, by all members of the workflow', async () => {
    await said(owner, 'Is this the right letter?', { node_id: 'done' })
    await said(editor, 'A step is missing here', { point: { x: 10.5, y: -20 } })
    const whole = await said(viewer, 'Good work')
    await said(owner, 'Thanks', { parent_id: whole })
    expect(await all()).toMatchObject([
      { text: 'Is this the right letter?', node_id: 'done', node_title: expect.any(String), is_own: true },
      { point: { x: 10.5, y: -20 }, is_own: false, may_delete: true },
      { node_id: null, point: null, parent_id: null },
      { text: 'Thanks', parent_id: whole },
    ])
    expect(await all(viewer)).toMatchObject([
      { is_own: false, may_delete: false },
      {},
      { is_own: true, may_delete: true },
      {},
    ])
  })

  it('are closed to all strangers', async () => {
    const comment = await said(owner, 'Ours')
    expect((await test.call('GET', path(), { as: who(stranger) })).status).toBe(404)
    expect((await say(stranger, 'Let me in')).status).toBe(404)
    expect((await change(stranger, comment, { resolved: true })).status).toBe(404)
    expect((await remove(stranger, comment)).status).toBe(404)
    // Nor through another workflow one has a part in.
    const other = await test.call('POST', '/api/v1/workflows', { as: who(stranger), body: { name: 'Mine' } })
    const through = `/api/v1/workflows/${other.body.data.id}/comments`
    expect((await test.call('DELETE', `${through}/${comment}`, { as: who(stranger) })).status).toBe(404)
    expect(
      (await test.call('POST', through, { as: who(stranger), body: { text: 'x', parent_id: comment } })).status,
    ).toBe(404)
    expect(await all()).toHaveLength(1)
  })

  it.each([
    ['nothing', { text: '   ' }, 'text'],
    ['too much', { text: 'x'.repeat(COMMENT_LIMITS.text + 1) }, 'text'],
    ['a node that is not there', { text: 'x', node_id: 'nowhere' }, 'node_id'],
    ['a reserved name', { text: 'x', node_id: '__proto__' }, 'node_id'],
    ['two places', { text: 'x', node_id: 'done', point: { x: 0, y: 0 } }, 'parent_id'],
    ['no place on earth', { text: 'x', point: { x: 1e9, y: 0 } }, 'point.x'],
    ['a stranger', { text: 'x', mentions: ['01890000-0000-7000-8000-000000000000'] }, 'mentions.0'],
    ['an unknown field', { text: 'x', author_id: 'me' }, 'author_id'],
  ])('refuse %s by its field, and keep nothing', async (_what, body, field) => {
    const { status, body: answer } = await test.call('POST', path(), { as: who(owner), body })
    expect([status, answer.errors[0].field]).toEqual([400, field])
    expect(await all()).toEqual([])
  })

  it('keep hostile words as words', async () => {
    const words = '<img src=x onerror=alert(1)> [x](javascript:alert(1)) \u202e {{ $env }}'
    await said(owner, words)
    expect((await all())[0]?.text).toContain('<img src=x onerror=alert(1)> [x](javascript:alert(1))')
  })

  it('end at their limit', async () => {
    await test.database.pool.query(
      `insert into workflow_comments (workflow_id, text) select $1, 'x' from generate_series(1, $2::int)`,
      [id, COMMENT_LIMITS.most],
    )
    expect((await say(owner, 'one more')).body.errors[0].code).toBe('limit_reached')
  })
})

describe('a person who is named or answered', () => {
  it('is told once, with the way to the comment; nobody is told of their own words', async () => {
    const root = await said(owner, '@Ed look', {
      node_id: 'done',
      mentions: [who(editor).id, who(editor).id, who(owner).id],
    })
    expect(await notices(editor)).toEqual([
      {
        title: expect.stringContaining('mentioned you in “Letters”'),
        message: '@Ed look',
        href: `/my-workflows/${id}?comment=${root}`,
        count: 1,
      },
    ])
    expect(await notices(owner)).toEqual([])
    await said(editor, 'I see', { parent_id: root })
    expect(await notices(owner)).toMatchObject([{ title: expect.stringContaining('replied'), message: 'I see' }])
    // Only who is new among the named is told of a change.
    await change(owner, root, { text: '@Ed @Vi look', mentions: [who(editor).id, who(viewer).id] })
    expect(await notices(viewer)).toHaveLength(1)
    expect(await notices(editor)).toMatchObject([{ count: 1 }])
  })

  it('is not told any more once they have left', async () => {
    const root = await said(editor, 'Mine')
    await test.database.pool.query('delete from workflow_members where user_id = $1', [who(editor).id])
    await said(owner, 'Secret', { parent_id: root })
    expect(await notices(editor)).toEqual([])
  })
})

describe('a comment', () => {
  it('is changed by its author alone, resolved and opened again by all members', async () => {
    const comment = await said(editor, 'Frist')
    expect((await change(owner, comment, { text: 'Mine now' })).status).toBe(403)
    await change(editor, comment, { text: 'First' })
    await change(viewer, comment, { resolved: true })
    expect(await all()).toMatchObject([
      { text: 'First', edited_at: expect.any(String), resolved_by: expect.any(String) },
    ])
    await change(owner, comment, { resolved: false })
    expect(await all()).toMatchObject([{ resolved_at: null, resolved_by: null }])
    const answer = await said(owner, 'Yes', { parent_id: comment })
    expect((await change(owner, answer, { resolved: true })).status).toBe(409)
    expect((await change(owner, comment, { mentions: [] })).status).toBe(403)
  })

  it('is deleted by its author or the owner; one that was answered leaves its place', async () => {
    const comment = await said(editor, 'Wrong')
    expect((await remove(viewer, comment)).status).toBe(403)
    const answer = await said(viewer, 'Why?', { parent_id: comment })
    await remove(editor, comment)
    expect(await all()).toMatchObject([{ is_deleted: true, text: '', author: null }, { text: 'Why?' }])
    expect((await change(editor, comment, { text: 'Back' })).status).toBe(404)
    await remove(owner, answer)
    expect(await all()).toMatchObject([{ is_deleted: true }])
  })

  it('is pinned elsewhere by its author or the owner, and an answer moves with what it answers', async () => {
    const comment = await said(editor, 'Here')
    await change(editor, comment, { point: { x: 12, y: -3 } })
    expect(await all()).toMatchObject([{ node_id: null, point: { x: 12, y: -3 } }])
    await change(owner, comment, { node_id: 'done' })
    expect(await all()).toMatchObject([{ node_id: 'done', node_title: expect.any(String), point: null }])
    expect((await change(viewer, comment, { point: { x: 0, y: 0 } })).status).toBe(403)
    expect((await change(editor, comment, { node_id: 'ghost' })).status).toBe(400)
    expect((await change(editor, comment, { node_id: 'done', point: { x: 0, y: 0 } })).status).toBe(400)
    const answer = await said(editor, 'Yes', { parent_id: comment })
    expect((await change(editor, answer, { point: { x: 0, y: 0 } })).status).toBe(409)
    expect((await all())[0]).toMatchObject({ node_id: 'done', point: null })
  })

  it('stays at its node when that is renamed, and back', async () => {
    await said(owner, 'Here', { node_id: 'done' })
    const edit = (operation: object, base_revision: number) =>
      test.call('PUT', `/api/v1/workflows/${id}`, { as: who(owner), body: { operations: [operation], base_revision } })
    const rename = { type: 'rename', node_id: 'done', new_id: 'finished' }
    await edit({ type: 'batch', operations: [rename] }, 0)
    expect(await all()).toMatchObject([{ node_id: 'finished' }])
    await edit({ type: 'rename', node_id: 'finished', new_id: 'done' }, 1)
    expect(await all()).toMatchObject([{ node_id: 'done' }])
  })
})
