/** Acting on an earlier run asks what a first run asks: access that was taken away does not come back through something old. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileId } from '#contract/core/primitives.ts'
import { NodeError, output } from '#nodes/node.ts'
import { insertFile } from '#server/areas/runs/files/files.store.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { type AgentOptions, addAgent } from '#test/support/catalogue.ts'
import { node, storeWorkflow, until, wires, workflow } from '#test/support/engine.ts'
import { addPurchase, giveCredits, insertAgent } from '#test/support/paid-agent.ts'

/** What reached the step that would use the seller's credential. */
const sent: unknown[] = []
const document = workflow(
  [
    node('start', 'manual_trigger'),
    node('build', 'pure', { does: 'build' }),
    node('call', 'effect', { does: 'call' }),
    node('end', 'effect', { does: 'end' }),
  ],
  wires('start > build > call > end'),
)
const SAMPLE = { text: 'sample' }

let test: TestApp
let seller: Person
let admin: Person
let broken = true
beforeAll(async () => {
  test = await createTestApp({
    behaviours: {
      build: (ctx) => output({ path: 'public/search', input: ctx.input }),
      call: (ctx) => {
        sent.push(ctx.input)
        return output('answer')
      },
      end: () => {
        if (broken) throw new NodeError('bank_away', 'The bank does not answer.')
        return output('done')
      },
    },
  })
  seller = await test.person('seller')
  admin = await test.person('super_admin')
})
afterAll(() => test.close())

let visitors = 0
interface Run {
  id: string
  as: Person | null
  token: string | null
  ip: string
  agent: { id: string; version_id: string } | null
  service: string | null
  workflow: string | null
  file: string | null
}

const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)

async function execute(body: object, as: Person | null): Promise<Pick<Run, 'id' | 'as' | 'token' | 'ip'>> {
  broken = true
  const ip = `198.51.100.${++visitors % 250}`
  const answer = await test.call('POST', '/api/v1/workflows/execute', { as, body: { wait_ms: 5000, ...body }, ip })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.data.status).toBe('failed')
  broken = false
  return { id: answer.body.data.execution_id, as, token: answer.body.data.access_token ?? null, ip }
}

const NOTHING = { agent: null, service: null, workflow: null, file: null }
const press = ({ id, token, ip }: Run, body: object, as: Person | null) =>
  test.call('POST', `/api/v1/executions/${id}/control`, {
    as,
    body,
    ip,
    headers: token ? { 'x-run-token': token } : {},
  })

const ofAnotherSeller = async () => ({ seller: (await test.person('seller')).id })

async function agentRun(as: Person | null, more: AgentOptions & { seller?: string } = {}): Promise<Run> {
  const { seller: of = seller.id, ...rest } = more
  const options = { samples: [{ title: 'One', input: SAMPLE }], ...rest }
  const agent = await addAgent(test.database.pool, of, document, options)
  if (options.price && as) await giveCredits(test.database, as.id, 500)
  await sql('update agents set trial_runs = 0 where id = $1', [agent.id])
  const run = await execute({ agent_id: agent.id, input: { text: 'mine' } }, as)
  return { ...run, agent, service: null, workflow: null, file: null }
}

async function sendingRun(): Promise<Run> {
  const buyer = await test.person()
  const { agent_id, agent_version_id } = await insertAgent(test.database, document, {
    type: 'free',
    sends_to: ['A lab'],
  })
  const agent = { id: agent_id as string, version_id: agent_version_id as string }
  await sql(`insert into agreements (user_id, agent_id, destination) values ($1, $2, 'A lab')`, [buyer.id, agent.id])
  const run = await execute({ agent_id: agent.id, input: { text: 'mine' } }, buyer)
  return { ...run, agent, service: null, workflow: null, file: null }
}

async function fileRun(): Promise<Run> {
  const buyer = await test.person()
  const agent = await addAgent(test.database.pool, seller.id, document)
  const file = FileId.parse(uuidv7())
  const row = { id: file, name: 'a.pdf', mime: 'application/pdf', bytes: 1, sha256: '', expires_at: null }
  await insertFile(test.database.db, { type: 'user', id: buyer.id } as Caller, row)
  const run = await execute({ agent_id: agent.id, input: { text: 'x', file: { file_id: file } } }, buyer)
  return { ...run, agent, service: null, workflow: null, file }
}

async function serviceRun({ seller: of = seller.id as string } = {}): Promise<Run> {
  const buyer = await test.person()
  const agent = await addAgent(test.database.pool, of, document)
  const service = uuidv7()
  await sql(`insert into services (id, owner_id, agent_id, agent_version_id, name) values ($1, $2, $3, $4, 'Mine')`, [
    service,
    buyer.id,
    agent.id,
    agent.version_id,
  ])
  const run = await execute({ service_id: service, input: { text: 'x' } }, buyer)
  return { ...run, agent, service, workflow: null, file: null }
}

async function sharedRun(of: string = seller.id): Promise<Run> {
  const editor = await test.person('seller')
  const { workflow_id: workflow, version_id } = await storeWorkflow(test.database.pool, of, document)
  await sql(`insert into workflow_members (workflow_id, user_id, role, added_by) values ($1, $2, 'editor', $3)`, [
    workflow,
    editor.id,
    of,
  ])
  broken = true
  const { execution_id: id } = await test.engine.engine.run(
    {
      workflow_version_id: version_id,
      input: {},
      trigger: 'manual',
      priority: 'normal',
      owner: { user_id: editor.id },
      mode: 'now',
    },
    5000,
  )
  broken = false
  return { id, as: editor, token: null, ip: '198.51.100.251', agent: null, service: null, workflow, file: null }
}

const ACTIONS = [
  ['retry', { action: 'retry' }],
  ['rerun', { action: 'rerun' }],
  ['rerun with new input', { action: 'rerun', input: { text: 'new' } }],
  ['rerun on the newest version', { action: 'rerun', newest_version: true }],
] as const

const status = (run: Run, to: string) => sql('update agents set status = $2 where id = $1', [run.agent?.id, to])
const service = (run: Run, to: string) => sql('update services set status = $2 where id = $1', [run.service, to])
const inOneDay = (run: Run, used: number) =>
  sql(
    `insert into visitor_usage (visitor_key, day, runs)
     select visitor_key, (now() at time zone 'utc')::date, $2 from executions where id = $1
     on conflict (visitor_key, day) do update set runs = $2`,
    [run.id, used],
  )

interface Case {
  taken: string
  run: () => Promise<Run>
  take: (run: Run) => Promise<unknown>
  status: number
  code: string
  /** Actions that do not need what was taken. */
  stillFine?: string[]
  /** Whether it is asked when a run starts alone: what was held then lets a paused run go on. */
  atStart?: boolean
}

const CASES: Case[] = [
  {
    taken: 'membership of an editor',
    run: sharedRun,
    take: ({ workflow }) => sql('delete from workflow_members where workflow_id = $1', [workflow]),
    status: 403,
    code: 'forbidden',
  },
  {
    taken: 'right to edit, of an editor who became a viewer',
    run: sharedRun,
    take: ({ workflow }) => sql(`update workflow_members set role = 'viewer' where workflow_id = $1`, [workflow]),
    status: 403,
    code: 'forbidden',
  },
  {
    taken: 'role of a seller',
    run: sharedRun,
    take: async ({ as }) => {
      if (as) test.know({ ...as, role: 'basic_user' })
      await sql(`update users set role = 'basic_user' where id = $1`, [as?.id])
    },
    status: 403,
    code: 'forbidden',
  },
  ...(['suspended', 'archived'] as const).flatMap((to) => [
    {
      taken: `${to} agent, of a buyer`,
      run: async () => agentRun(await test.person()),
      take: (run: Run) => status(run, to),
      status: 409,
      code: 'not_runnable',
    },
    {
      taken: `${to} agent, of a visitor`,
      run: () => agentRun(null),
      take: (run: Run) => status(run, to),
      status: 409,
      code: 'not_runnable',
    },
  ]),
  ...(['paused', 'stopped'] as const).map((to) => ({
    taken: `${to} service`,
    run: serviceRun,
    take: (run: Run) => service(run, to),
    status: 409,
    code: 'not_runnable',
  })),
  {
    taken: 'service of an agent that was suspended',
    run: serviceRun,
    take: (run) => status(run, 'suspended'),
    status: 409,
    code: 'not_runnable',
  },
  {
    taken: 'deleted service',
    run: serviceRun,
    take: ({ service: id }) => sql('delete from services where id = $1', [id]),
    status: 409,
    code: 'not_runnable',
  },
  {
    taken: 'credits',
    run: async () => agentRun(await test.person(), { price: ['per_run', 500] }),
    take: ({ as }) => giveCredits(test.database, as?.id ?? seller.id, -500),
    status: 402,
    code: 'insufficient_credits',
    atStart: true,
  },
  {
    taken: 'agreement to where the agent sends data',
    run: sendingRun,
    take: ({ agent }) => sql('update agreements set withdrawn_at = now() where agent_id = $1', [agent?.id]),
    status: 409,
    code: 'agreement_needed',
  },
  {
    taken: 'quota of a visitor',
    run: () => agentRun(null),
    take: (run) => inOneDay(run, 10),
    status: 429,
    code: 'visitor_quota',
    atStart: true,
  },
  {
    taken: 'purchase whose money went back',
    run: async () => {
      const buyer = await test.person()
      const agent = await addAgent(test.database.pool, seller.id, document, { price: ['one_time', 500] })
      await sql('update agents set trial_runs = 0 where id = $1', [agent.id])
      await addPurchase(test.database, buyer.id, agent)
      const run = await execute({ agent_id: agent.id, input: { text: 'mine' } }, buyer)
      return { ...run, agent, service: null, workflow: null, file: null }
    },
    take: ({ as }) => sql('update purchases set revoked_at = now() where buyer_id = $1', [as?.id]),
    status: 402,
    code: 'payment_required',
    atStart: true,
  },
  ...[
    { of: 'a buyer', run: async () => agentRun(await test.person(), await ofAnotherSeller()) },
    { of: 'a visitor', run: async () => agentRun(null, await ofAnotherSeller()) },
    { of: 'a service', run: async () => serviceRun(await ofAnotherSeller()) },
  ].map(({ of, run }) => ({
    taken: `seller who was blocked, of ${of}`,
    run,
    take: ({ agent }: Run) =>
      sql(`update users set status = 'blocked' where id = (select seller_id from agents where id = $1)`, [agent?.id]),
    status: 409,
    code: 'not_runnable',
  })),
  {
    taken: 'owner of a shared workflow who was blocked',
    run: async () => sharedRun((await ofAnotherSeller()).seller),
    take: ({ workflow }) =>
      sql(`update users set status = 'blocked' where id = (select owner_id from workflows where id = $1)`, [workflow]),
    status: 409,
    code: 'not_runnable',
  },
  {
    taken: 'input file',
    run: fileRun,
    take: ({ file }) => sql('delete from files where id = $1', [file]),
    status: 400,
    code: 'invalid_input',
    stillFine: ['rerun with new input'],
    atStart: true,
  },
]

/** Who may press: whose run it is, and a key of theirs. */
async function callersOf({ as }: Run): Promise<[string, Person | null][]> {
  if (as === null) return [['its visitor', null]]
  const body = { name: 'x', scopes: ['run'] }
  const made = await test.call('POST', '/api/v1/api-keys', { as, body })
  return [
    ['its owner', as],
    ['a key of its owner', { ...as, token: made.body.data.secret }],
  ]
}

describe('what was taken away does not come back through an earlier run', () => {
  it.each(CASES)('$taken', async ({ run, take, status: refusal, code, stillFine = [], atStart = false }) => {
    const earlier = await run()
    await take(earlier)
    sent.length = 0
    const callers = await callersOf(earlier)
    for (const [name, body] of ACTIONS) {
      if (stillFine.includes(name)) continue
      for (const [who, as] of callers) {
        const asked = as === null ? earlier : { ...earlier, token: null }
        const answer = await press(asked, body, as)
        expect([name, who, answer.status, answer.body.errors?.[0]?.code]).toEqual([name, who, refusal, code])
      }
    }
    const { rowCount } = await sql('select from executions where source_id = $1', [earlier.id])
    expect([rowCount, sent]).toEqual([0, []])
    const key = uuidv7()
    if (earlier.as && !stillFine.includes('retry')) {
      const body = { key, action: 'rerun', execution_ids: [earlier.id] }
      const recovery = (await test.call('POST', '/api/v1/recovery/runs', { as: earlier.as, body })).body.data.id
      const read = async () =>
        (await test.call('GET', `/api/v1/recovery/runs/${recovery}`, { as: earlier.as })).body.data
      const done = await until(async () => {
        const one = await read()
        return one.finished_at !== null && one
      })
      expect(done).toMatchObject({ started: 0, refused: 1 })
      expect(sent).toEqual([])
    }
    if (atStart) return
    await sql(`update executions set status = 'paused' where id = $1`, [earlier.id])
    for (const [who, as] of callers) {
      const answer = await press(as === null ? earlier : { ...earlier, token: null }, { action: 'resume' }, as)
      expect(['resume', who, answer.status, answer.body.errors?.[0]?.code]).toEqual(['resume', who, refusal, code])
    }
  })

  it('a paused run does not go on with an agent that was suspended meanwhile', async () => {
    const run = await agentRun(await test.person())
    await sql(`update executions set status = 'paused' where id = $1`, [run.id])
    await status(run, 'suspended')
    expect((await press(run, { action: 'resume' }, run.as)).status).toBe(409)
    await status(run, 'published')
    expect((await press(run, { action: 'resume' }, run.as)).status).toBe(200)
  })

  it('the account of the run was blocked: a recovery of an admin cannot go on in its name', async () => {
    const run = await agentRun(await test.person())
    await sql(`update users set status = 'blocked' where id = $1`, [run.as?.id])
    const choice = { action: 'rerun', execution_ids: [run.id], scope: 'all' }
    const { body } = await test.call('POST', '/api/v1/recovery/plan', { as: admin, body: choice })
    expect(body.data).toMatchObject({ runs: 0, refused: [{ execution_id: run.id }] })
  })

  it.each([
    ['seller', 'urgent'],
    ['basic_user', 'normal'],
  ] as const)('an urgent run of a %s is %s when it is repeated', async (role, priority) => {
    const owner = await test.person('seller')
    const agent = await addAgent(test.database.pool, seller.id, document)
    const run = await execute({ agent_id: agent.id, input: { text: 'x' }, priority: 'urgent' }, owner)
    test.know({ ...owner, role })
    for (const action of ['retry', 'rerun']) {
      const answer = await press({ ...run, ...NOTHING }, { action }, owner)
      const { rows } = await sql('select priority from executions where id = $1', [answer.body.data?.execution_id])
      expect([action, rows]).toEqual([action, [{ priority }]])
    }
  })

  it('access that is still there repeats as before', async () => {
    const runs = [await agentRun(await test.person()), await agentRun(null), await serviceRun(), await sharedRun()]
    for (const run of runs)
      for (const [name, body] of ACTIONS) expect([name, (await press(run, body, run.as)).status]).toEqual([name, 200])
  })
})

describe('a run of another user’s workflow', () => {
  const forged = { build: { path: 'admin/all-tenants' } }

  it.each([
    ['a buyer', () => test.person()],
    ['a visitor', async () => null],
    ['a super admin', async () => admin],
  ])('is never started from a step, nor with forged step outputs, by %s', async (_who, who) => {
    const as = await who()
    const run = await agentRun(as)
    sent.length = 0
    for (const body of [
      { action: 'fork', from_node: 'call', edited: forged },
      { action: 'fork', from_node: 'call' },
      { action: 'fork', from_node: 'start' },
    ]) {
      const answer = await press(run, body, as)
      expect([answer.status, answer.body.errors[0].code]).toEqual([403, 'forbidden'])
    }
    expect(sent).toEqual([])
    const headers: Record<string, string> = run.token ? { 'x-run-token': run.token } : {}
    const { abilities } = (await test.call('GET', `/api/v1/executions/${run.id}`, { as, headers })).body.data
    expect(abilities.fork.allowed).toBe(false)
  })

  it('a viewer of the workflow cannot fork, an editor and its seller can', async () => {
    const shared = await sharedRun()
    const fork = { action: 'fork', from_node: 'call', edited: forged }
    expect((await press(shared, fork, shared.as)).status).toBe(200)
    await sql(`update workflow_members set role = 'viewer' where workflow_id = $1`, [shared.workflow])
    expect((await press(shared, fork, shared.as)).status).toBe(403)
    const own = await agentRun(seller)
    expect((await press(own, fork, seller)).status).toBe(200)
  })

  it('takes new input from the person who ran it, checked like the first', async () => {
    for (const run of [await agentRun(await test.person()), await agentRun(null)]) {
      const again = (input: object) => press(run, { action: 'rerun', input }, run.as)
      const wrong = await again({ text: 7 })
      expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'input.text'])
      const foreign = await again({ text: 'x', file: { file_id: uuidv7() } })
      expect([foreign.status, foreign.body.errors[0].field]).toEqual([400, 'input.file.file_id'])
      const { body } = await again({ text: 'other' })
      const { rows } = await sql('select input, trigger, source_id from executions where id = $1', [
        body.data.execution_id,
      ])
      expect(rows[0]).toEqual({ input: { text: 'other' }, trigger: 'manual', source_id: run.id })
    }
  })

  it('a free sample with new input is charged like a first run, and refused to a visitor', async () => {
    const buyer = await test.person()
    const price: AgentOptions = { price: ['per_run', 500], samples: [{ title: 'One', input: SAMPLE }] }
    const agent = await addAgent(test.database.pool, seller.id, document, price)
    await sql('update agents set trial_runs = 0 where id = $1', [agent.id])
    for (const [as, code] of [
      [buyer, 'insufficient_credits'],
      [null, 'unauthenticated'],
    ] as const) {
      const first = await execute({ agent_id: agent.id, input: SAMPLE }, as)
      const run: Run = { ...first, agent, service: null, workflow: null, file: null }
      const again = await press(run, { action: 'rerun', input: { text: 'mine' } }, as)
      expect(again.body.errors[0].code).toBe(code)
      expect((await press(run, { action: 'rerun' }, as)).status).toBe(200)
    }
  })
})
