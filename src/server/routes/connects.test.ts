import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

let test: TestApp
let owner: Person
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person()
})
afterAll(() => test.close())

const ask = (state: string, user: Person, expires = '10 minutes') =>
  test.database.pool.query(
    `insert into pending_connects (state_hash, service, user_id, expires_at) values ($1, 'gmail', $2, now() + $3::interval)`,
    [createHash('sha256').update(state).digest(), user.id, expires],
  )
const answer = async (as: Person | null, body: object) => {
  const reply = await test.call('POST', '/api/v1/oauth2/gmail/callback', { as, body })
  return reply.status === 200 ? reply.body.data.outcome : reply.status
}

describe('what Gmail answers', () => {
  it('counts once, for who asked for it', async () => {
    await ask('mine', owner)
    expect(await answer(owner, { state: 'mine' })).toBe('agreed')
    expect(await answer(owner, { state: 'mine' })).toBe('wrong_state')
  })

  it('is of no use to anybody else, and still there for its owner', async () => {
    await ask('theirs', owner)
    expect(await answer(await test.person('super_admin'), { state: 'theirs' })).toBe('wrong_state')
    expect(await answer(null, { state: 'theirs' })).toBe('wrong_state')
    expect(await answer(owner, { state: 'theirs' })).toBe('agreed')
  })

  it('is not believed without a state of ours, or too late', async () => {
    await ask('late', owner, '-1 second')
    for (const state of ['late', '', 'made up', '💥'.repeat(100)])
      expect(await answer(owner, { state })).toBe('wrong_state')
  })

  it('that is a refusal connects nothing and uses up what was asked for', async () => {
    await ask('refused', owner)
    expect(await answer(owner, { state: 'refused', error: 'access_denied' })).toBe('denied')
    expect(await answer(owner, { state: 'refused' })).toBe('wrong_state')
    expect(await answer(null, { state: 'anything', error: 'access_denied' })).toBe('denied')
  })

  it('must be what it says it is', async () => {
    expect(await answer(owner, {})).toBe(400)
    expect(await answer(owner, { state: 'x'.repeat(501) })).toBe(400)
  })
})
