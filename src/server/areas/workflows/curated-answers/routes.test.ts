import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person, TestApp } from '#test/support/app.ts'
import { type DraftAgent, openDraftAgent } from '#test/support/draft-agent.ts'

let scene: DraftAgent
let test: TestApp
let me: Person
let stranger: Person
let member: Person
let agent: string
let path: string
beforeAll(async () => {
  scene = await openDraftAgent()
  ;({ test, me, stranger, agent } = scene)
  member = await test.person('seller')
  path = `/api/v1/workflows/${agent}/curated-answers`
})
afterAll(() => scene[Symbol.asyncDispose]())

const add = (body: object, as = me) => test.call('POST', path, { as, body })
const list = async (as = me) => (await test.call('GET', path, { as })).body.data.items
const clear = () => test.database.pool.query('delete from curated_answers where workflow_id = $1', [agent])
const match = async (question: string) =>
  (await test.call('POST', `${path}/match`, { as: me, body: { question } })).body.data.items

const ask = async (text: string) => {
  scene.peer.behave({ type: 'answer', text: 'The model says so.' })
  return scene.ask(text)
}

describe('a curated answer', () => {
  it('is given in place of the model’s, to the same question and to one that is close', async () => {
    await clear()
    const answer = 'We open at **nine**. See https://example.com/hours'
    const made = await add({ questions: ['When do you open?', 'What are your opening hours?'], answer })
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { questions: ['When do you open?', 'What are your opening hours?'], answer },
    ])
    const same = await ask('  when do you OPEN ')
    expect(same).toMatchObject({ text: answer, calls: 0 })
    expect(same.logs).toMatchObject([
      { message: 'Gave a curated answer', data: { question: 'When do you open?', similarity: 1 } },
    ])
    expect((await ask('Please tell me when you open')).text).toBe(answer)
    for (const other of [
      'When do you close?',
      'Are you open on Sunday?',
      'Don’t you open?',
      'When do you open on day 2?',
    ])
      expect(await ask(other)).toMatchObject({ text: 'The model says so.', calls: 1 })
  })

  it('changes, moves to the newest answer of its question, and goes', async () => {
    await clear()
    const first = (await add({ questions: ['What is the fee?', 'How much is it?'], answer: '₹500' })).body.data
    const second = (await add({ questions: ['What is the fee'], answer: '₹600' })).body.data
    expect(await list()).toMatchObject([
      { id: second.id, questions: ['What is the fee'] },
      { id: first.id, questions: ['How much is it?'] },
    ])
    expect((await ask('What is the fee?')).text).toBe('₹600')
    const body = { questions: ['What is the fee?', 'how much is it'], answer: '₹700' }
    const changed = await test.call('PUT', `${path}/${second.id}`, { as: me, body })
    expect([changed.status, changed.body.data.answer]).toEqual([200, '₹700'])
    expect(await list()).toMatchObject([{ id: second.id, questions: body.questions }])
    expect((await test.call('DELETE', `${path}/${second.id}`, { as: me })).status).toBe(200)
    expect((await ask('What is the fee?')).text).toBe('The model says so.')
    expect((await test.call('PUT', `${path}/${second.id}`, { as: me, body })).status).toBe(404)
  })

  it('shows how close a question is, also while nothing can be embedded', async () => {
    await clear()
    await add({ questions: ['Can I return shoes?'], answer: 'Within 30 days.' })
    await test.database.pool.query('update curated_questions set vector = null where workflow_id = $1', [agent])
    const [found] = await match('Can I return my shoes')
    expect(found).toMatchObject({ answer: 'Within 30 days.', score: 0.96 })
    const { rows } = await test.database.pool.query('select vector from curated_questions where workflow_id = $1', [
      agent,
    ])
    expect(rows[0].vector).toHaveLength(512)
    expect(await match('zzz')).toEqual([])
  })

  it('comes from a file and goes into one', async () => {
    await clear()
    const load = (csv: string) => test.call('POST', `${path}/import`, { as: me, body: { csv } })
    const loaded = await load('Answer,Question\n"Yes, free.",Is there parking?\n"Yes, free.",Can I park?\n')
    expect(loaded.body.data).toEqual({ answers: 1 })
    const file = await test.call('GET', `${path}/export`, { as: me })
    expect(String(file.body)).toContain('Is there parking?')
    for (const [csv, message] of [
      ['a,b\n1,2', 'The first row must name the columns “question” and “answer”.'],
      ['question,answer\nWhy?,', 'Row 2: Enter an answer'],
      ['question,answer\n', 'There is no row in this file: it has only the names of its columns.'],
    ] as const) {
      const refused = await load(csv)
      expect([refused.status, refused.body.errors[0].message]).toEqual([400, message])
    }
    expect(await list()).toHaveLength(1)
  })

  it.each([
    ['no question', { questions: [], answer: 'x' }, 'questions'],
    ['a question without words', { questions: ['?!'], answer: 'x' }, 'questions.0'],
    ['no answer', { questions: ['x'], answer: ' ' }, 'answer'],
    ['eleven questions', { questions: Array.from({ length: 11 }, (_, at) => `q${at}`), answer: 'x' }, 'questions'],
  ])('is refused with %s', async (_what, body, field) => {
    await clear()
    const refused = await add(body)
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, field])
    expect(await list()).toEqual([])
  })

  it('has a limit that two at once can’t pass', async () => {
    await clear()
    await test.database.pool.query(
      `with a as (insert into curated_answers (workflow_id, answer) select $1, 'x' from generate_series(1, 499) returning id)
       insert into curated_questions (answer_id, workflow_id, position, question, plain) select id, $1, 0, id::text, id::text from a`,
      [agent],
    )
    const all = await Promise.all(['one', 'two', 'three'].map((text) => add({ questions: [text], answer: 'y' })))
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await list()).toHaveLength(500)
  })
})

describe('curated answers of another person', () => {
  it('are not there; a viewer sees them and an editor changes them', async () => {
    await clear()
    const { id } = (await add({ questions: ['Why?'], answer: 'Because.' })).body.data
    const body = { questions: ['Why?'], answer: 'No.' }
    const all = (as: Person) => [
      add(body, as),
      test.call('PUT', `${path}/${id}`, { as, body }),
      test.call('DELETE', `${path}/${id}`, { as }),
      test.call('POST', `${path}/import`, { as, body: { csv: 'question,answer\na,b' } }),
    ]
    for (const one of all(stranger)) expect((await one).status).toBe(404)
    expect((await test.call('GET', path, { as: stranger })).status).toBe(404)
    const join = `insert into workflow_members (workflow_id, user_id, role) values ($1, $2, $3)
      on conflict (workflow_id, user_id) do update set role = excluded.role`
    await test.database.pool.query(join, [agent, member.id, 'viewer'])
    for (const one of all(member)) expect((await one).status).toBe(403)
    expect(await list(member)).toHaveLength(1)
    await test.database.pool.query(join, [agent, member.id, 'editor'])
    expect((await add(body, member)).status).toBe(201)
    expect(await list()).toMatchObject([{ answer: 'No.' }])
  })
})
