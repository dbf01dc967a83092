import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '#contract/accounts/key-values.ts'
import { FREE_LIMITS } from '#contract/billing/plans.ts'
import { createCallMeter } from '#server/areas/billing/plan-limits/call-meter.ts'
import type { CallMeter } from '#server/platform/access/call-meter.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { type Assistant, assistantAt, GENERATIONS, type Generation } from '#test/support/mcp.ts'
import { giveCredits, insertAgent } from '#test/support/paid-agent.ts'

const said = (text: string) =>
  workflow([node('start', 'manual_trigger'), set('done', { said: text })], wires('start > done'))
const failing = workflow(
  [node('start', 'manual_trigger'), node('stop', 'stop', { status: 'failed', message: 'The note is empty.' })],
  wires('start > stop'),
)
const asking = workflow(
  [node('start', 'manual_trigger'), node('ask', 'approval', { title: 'May it?' }), set('done', { ok: true })],
  wires('start > ask', 'ask:approved > done'),
)

let test: TestApp
let url: string
let seller: Person
let meter: CallMeter
const open: Assistant[] = []
beforeAll(async () => {
  test = await createTestApp({
    meter: { take: (user) => meter.take(user) },
    deps: { mcp_wait_ms: 1500, publicUrl: 'http://127.0.0.1' },
    publicUrl: 'http://127.0.0.1',
  })
  meter = createCallMeter(test.database.db)
  seller = await test.person('seller')
  const listing = { does_not: ['Read handwriting'], disclaimer: 'A draft for a professional.' }
  await addAgent(test.database.pool, seller.id, said('one'), {
    slug: 'note-helper',
    name: 'Note helper',
    tagline: 'Says what a note holds.',
    listing,
  })
  await addAgent(test.database.pool, seller.id, failing, { slug: 'failing', listing: { workflow_open: true } })
  await addAgent(test.database.pool, seller.id, asking, { slug: 'asking' })
  url = await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const one of open) await one.close()
  await test.close()
})

async function keyOf(person: Person, scopes: Scope[] = ['read', 'run']) {
  const { status, body } = await test.call('POST', '/api/v1/api-keys', { as: person, body: { name: 'x', scopes } })
  expect(status).toBe(201)
  return body.data as { secret: string; api_key: { id: string } }
}

async function assistant(key: string | null, path = '/mcp', generation: Generation = '2025'): Promise<Assistant> {
  const one = await assistantAt(url + path, key, generation)
  open.push(one)
  return one
}

async function somebody(scopes: Scope[] = ['read', 'run']) {
  const person = await test.person()
  const { secret, api_key } = await keyOf(person, scopes)
  return { person, secret, key_id: api_key.id }
}

async function serviceOf(person: Person, agent = 'note-helper') {
  const { status, body } = await test.call('POST', '/api/v1/services', { as: person, body: { agent_id: agent } })
  expect(status).toBe(201)
  return body.data.id as string
}

const triggerOf = async (execution_id: string) =>
  (await test.database.pool.query('select trigger, service_id, owner_id from executions where id = $1', [execution_id]))
    .rows[0]

describe.each(GENERATIONS)('the marketplace, for a client of %s', (generation) => {
  it('is searched, described and run, as by the API', async () => {
    const { person, secret } = await somebody()
    const mcp = await assistant(secret, '/mcp', generation)
    const tools = await mcp.tools()
    expect(tools.map(({ name }) => name)).toEqual(['search_agents', 'get_agent', 'run_agent', 'get_run'])
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([true, true, false, true])
    expect(mcp.instructions()).toContain('run_agent')

    const found = await mcp.call('search_agents', { query: 'note', limit: 5 })
    const rest = await test.call('GET', '/api/v1/agents', { query: { search: 'note', page_size: '5' } })
    expect(found.data.agents.map((one: { agent_id: string }) => one.agent_id)).toEqual(
      rest.body.data.agents.map(({ slug }: { slug: string }) => slug),
    )
    expect(found.data.agents[0]).toMatchObject({
      agent_id: 'note-helper',
      promise: 'Says what a note holds.',
      price: { type: 'free' },
      address: 'http://127.0.0.1/agent/note-helper',
    })
    expect(JSON.parse(found.text)).toEqual(found.data)

    const detail = await mcp.call('get_agent', { agent_id: 'note-helper' })
    expect(detail.data).toMatchObject({
      input_schema: { type: 'object', required: ['text'] },
      does_not: ['Read handwriting'],
      can_run: true,
    })

    const ran = await mcp.call('run_agent', { agent_id: 'note-helper', input: { text: 'x' } })
    expect(ran).toMatchObject({ failed: false, data: { status: 'succeeded', output: { said: 'one' }, charge: null } })
    const { execution_id } = ran.data
    expect(await triggerOf(execution_id)).toEqual({ trigger: 'mcp', service_id: null, owner_id: person.id })
    expect((await mcp.call('get_run', { execution_id })).data).toEqual(ran.data)
    const seen = await test.call('GET', `/api/v1/executions/${execution_id}`, { as: person })
    expect(seen.body.data).toMatchObject({ trigger: 'mcp', output: { said: 'one' } })
  })

  it('gives the address of a result that is too long to be read', async () => {
    const { person, secret } = await somebody()
    const mcp = await assistant(secret, '/mcp', generation)
    const { execution_id } = (await mcp.call('run_agent', { agent_id: 'note-helper', input: { text: 'x' } })).data
    const long = { said: 'x'.repeat(256 * 1024) }
    await test.database.pool.query('update executions set output = $2 where id = $1', [
      execution_id,
      JSON.stringify(long),
    ])
    const { data, failed } = await mcp.call('get_run', { execution_id })
    expect({ failed, output: data.output }).toEqual({ failed: false, output: null })
    expect(data.output_at).toBe(`http://127.0.0.1/api/v1/executions/${execution_id}`)
    const whole = await test.call('GET', data.output_at.replace('http://127.0.0.1', ''), { as: person })
    expect(whole.body.data.output).toEqual(long)
  })

  it('is a separate server for each service: one tool with what the pinned version takes', async () => {
    const { person, secret } = await somebody()
    const id = await serviceOf(person)
    const mcp = await assistant(secret, `/mcp/services/${id}`, generation)
    const [tool, later] = await mcp.tools()
    expect(tool).toMatchObject({
      name: 'note_helper',
      title: 'Note helper',
      inputSchema: { type: 'object', properties: { text: { type: 'string', minLength: 1 } }, required: ['text'] },
    })
    for (const part of ['Says what a note holds.', 'Read handwriting', 'A draft for a professional.'])
      expect(tool?.description).toContain(part)
    expect(later?.name).toBe('get_run')
    const ran = await mcp.call('note_helper', { text: 'x' })
    expect(ran.data).toMatchObject({ status: 'succeeded', output: { said: 'one' }, service_id: id })
    expect(await triggerOf(ran.data.execution_id)).toMatchObject({ trigger: 'mcp', service_id: id })
  })
})

describe('without a key', () => {
  it('is what the API is without one: search, and the free runs of a day with a token for each', async () => {
    const mcp = await assistant(null)
    expect((await mcp.call('search_agents')).data.total).toBeGreaterThan(2)
    const ran = await mcp.call('run_agent', { agent_id: 'note-helper', input: { text: 'x' } })
    expect(ran.data).toMatchObject({ status: 'succeeded', access_token: expect.any(String) })
    expect(await triggerOf(ran.data.execution_id)).toMatchObject({ trigger: 'mcp', owner_id: null })
    const { execution_id, access_token } = ran.data
    expect((await mcp.call('get_run', { execution_id, access_token })).data.output).toEqual({ said: 'one' })
    expect((await mcp.call('get_run', { execution_id })).text).toContain('not found')
  })

  it('runs nothing that costs money', async () => {
    const { agent_id } = await insertAgent(test.database, said('paid'), { paise: 500 })
    const refused = await (await assistant(null)).call('run_agent', { agent_id, input: {} })
    expect(refused).toMatchObject({ failed: true, data: { error: { code: 'unauthenticated' } } })
    expect(refused.text).toContain('Authorization: Bearer chowk_')
  })

  it('has no services, and a key that is not known has nothing: 401 says how to ask', async () => {
    const { person, key_id, secret } = await somebody()
    const id = await serviceOf(person)
    await test.call('DELETE', `/api/v1/api-keys/${key_id}`, { as: person })
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    for (const [path, authorization] of [
      [`/mcp/services/${id}`, undefined],
      [`/mcp/services/${id}`, `Bearer ${secret}`],
      ['/mcp', `Bearer ${secret}`],
      ['/mcp', 'Bearer chowk_0123456789_nobody'],
      ['/mcp', 'Basic eDp5'],
    ] as const) {
      const answer = await test.call('POST', path, { body, headers: authorization ? { authorization } : {} })
      const error = authorization ? 'error="invalid_token", ' : ''
      const where = `resource_metadata="http://127.0.0.1/.well-known/oauth-protected-resource${path}", scope="read run"`
      expect([path, answer.status, answer.headers['www-authenticate']]).toEqual([path, 401, `Bearer ${error}${where}`])
    }
    await expect(assistantAt(`${url}/mcp`, secret)).rejects.toThrow()
  })
})

describe('a key', () => {
  it('does by tools what its scopes open, and is told the scope that it lacks', async () => {
    const reader = await assistant((await somebody(['read'])).secret)
    expect((await reader.call('get_agent', { agent_id: 'note-helper' })).failed).toBe(false)
    const refused = await reader.call('run_agent', { agent_id: 'note-helper', input: { text: 'x' } })
    expect(refused).toMatchObject({ failed: true, data: { error: { code: 'forbidden' } } })
    expect(refused.text).toContain('it needs the scope run.')
    const runner = await assistant((await somebody(['run'])).secret)
    const ran = await runner.call('run_agent', { agent_id: 'note-helper', input: { text: 'x' } })
    expect((await runner.call('get_run', { execution_id: ran.data.execution_id })).failed).toBe(false)
  })

  it('of a blocked user opens nothing, from the next request on', async () => {
    const { person, secret } = await somebody()
    const mcp = await assistant(secret)
    await test.database.pool.query(`update users set status = 'blocked' where id = $1`, [person.id])
    await expect(mcp.call('search_agents')).rejects.toThrow(/blocked/)
  })

  it('counts one call of the plan for each tool that is called, and at the limit none is', async () => {
    const { person, secret } = await somebody()
    const mcp = await assistant(secret)
    await mcp.tools()
    const count = async () =>
      (await test.database.pool.query('select calls from api_calls where user_id = $1', [person.id])).rows[0]?.calls ??
      0
    expect(await count()).toBe(0)
    await mcp.call('search_agents')
    await mcp.call('run_agent', { agent_id: 'note-helper', input: { text: 'x' } })
    expect(await count()).toBe(2)
    await test.database.pool.query('update api_calls set calls = $2 where user_id = $1', [
      person.id,
      FREE_LIMITS.api_calls,
    ])
    const refused = await mcp.call('search_agents')
    expect(refused).toMatchObject({ failed: true, data: { error: { code: 'plan_limit' } } })
    // Whoever is over the limit still connects, so that the assistant can say so.
    expect(await mcp.tools()).toHaveLength(4)
  })
})

describe('what is refused, is refused in the words of the API', () => {
  it('a service of another user is not there, one that is paused says so', async () => {
    const { person, secret } = await somebody()
    const other = await somebody()
    const id = await serviceOf(person)
    await expect(assistantAt(`${url}/mcp/services/${id}`, other.secret)).rejects.toThrow(/not found/i)
    const theirs = await assistant(other.secret)
    const foreign = await theirs.call('run_agent', { service_id: id, input: { text: 'x' } })
    expect(foreign).toMatchObject({ failed: true, data: { error: { code: 'not_found' } } })
    const mine = await assistant(secret, `/mcp/services/${id}`)
    const ran = await mine.call('note_helper', { text: 'x' })
    const { execution_id } = ran.data
    expect((await theirs.call('get_run', { execution_id })).data.error.code).toBe('not_found')
    await test.call('PUT', `/api/v1/services/${id}`, { as: person, body: { status: 'paused' } })
    expect(await mine.call('note_helper', { text: 'x' })).toMatchObject({
      failed: true,
      text: 'This service is paused. Start it to run it.',
    })
  })

  it('an input that does not fit names its fields', async () => {
    const { person, secret } = await somebody()
    const mcp = await assistant(secret)
    const run = (args: Record<string, unknown>) => mcp.call('run_agent', args)
    const fieldsOf = async (args: Record<string, unknown>) =>
      (await run(args)).data.error.errors.map(({ field }: { field: string }) => field)
    expect(await fieldsOf({ agent_id: 'note-helper', input: {} })).toEqual(['input.text'])
    expect(await fieldsOf({ agent_id: 'note-helper', input: { text: '' } })).toEqual(['input.text'])
    expect(await fieldsOf({ agent_id: 'note-helper', input: { text: 'x', file: { file_id: person.id } } })).toEqual([
      'input.file.file_id',
    ])
    expect(await fieldsOf({ agent_id: 'note-helper' })).toEqual(['input'])
    expect(await fieldsOf({ input: {} })).toEqual(['agent_id'])
    expect(await fieldsOf({ agent_id: 'note-helper', service_id: person.id, input: {} })).toEqual(['agent_id'])
    expect(await fieldsOf({ agent_id: 'note-helper', input: { text: 'x' }, priority: 'urgent' })).toEqual(['priority'])
    expect((await run({ agent_id: 'nobody', input: {} })).data.error.code).toBe('not_found')
    const search = await mcp.call('search_agents', { limit: 1000, query: 'x'.repeat(500) })
    expect(search.data.error.errors.map(({ field }: { field: string }) => field)).toEqual(['query', 'limit'])
    const own = await assistant(secret, `/mcp/services/${await serviceOf(person)}`)
    expect((await own.call('note_helper', { text: 7 })).text).toContain('input.text: ')
  })

  it('no credits, and a cap that would be passed', async () => {
    const { person, secret } = await somebody()
    const { agent_id } = await insertAgent(test.database, said('paid'), { paise: 500 })
    const mcp = await assistant(secret)
    const broke = await mcp.call('run_agent', { agent_id, input: {} })
    expect(broke).toMatchObject({ failed: true, data: { error: { code: 'insufficient_credits' } } })
    await giveCredits(test.database, person.id, 5000)
    const service = await serviceOf(person, agent_id)
    const capped = { month_cap_paise: 700 }
    expect((await test.call('PUT', `/api/v1/services/${service}/spending`, { as: person, body: capped })).status).toBe(
      200,
    )
    // The same call twice is two runs, and each is paid for.
    expect((await mcp.call('run_agent', { service_id: service, input: {} })).data.charge).toMatchObject({
      kind: 'credits',
      price_paise: 500,
    })
    const passed = await mcp.call('run_agent', { service_id: service, input: {} })
    expect(passed).toMatchObject({ failed: true, data: { error: { code: 'cap_reached' } } })
    expect(passed.text).toContain('Your limit for this service in a month is')
    const { rows } = await test.database.pool.query(
      'select count(*)::int as runs from executions where owner_id = $1',
      [person.id],
    )
    expect(rows[0].runs).toBe(1)
  })

  it('an agent that sends elsewhere names the places, and runs once a person has agreed to them', async () => {
    const { person, secret } = await somebody()
    const { agent_id } = await insertAgent(test.database, said('sent'), { type: 'free', sends_to: ['api.example.com'] })
    const mcp = await assistant(secret)
    const refused = await mcp.call('run_agent', { agent_id, input: {} })
    expect(refused).toMatchObject({ failed: true, data: { error: { code: 'agreement_needed' } } })
    expect(refused.text).toContain('agreement: api.example.com')
    await test.call('PUT', `/api/v1/agents/${agent_id}/agreement`, {
      as: person,
      body: { destinations: ['api.example.com'] },
    })
    expect((await mcp.call('run_agent', { agent_id, input: {} })).data).toMatchObject({ output: { said: 'sent' } })
  })

  it('a run that failed says why, and one that takes longer how to ask', async () => {
    const mcp = await assistant((await somebody()).secret)
    const failed = await mcp.call('run_agent', { agent_id: 'failing', input: { text: 'x' } })
    expect(failed).toMatchObject({
      failed: true,
      text: 'The run failed: The note is empty.',
      data: { status: 'failed' },
    })
    const waiting = await mcp.call('run_agent', { agent_id: 'asking', input: { text: 'x' } })
    expect(waiting).toMatchObject({ failed: false, data: { status: 'waiting', waits: [{ type: 'approval' }] } })
    expect(waiting.data.next).toContain(`get_run with {"execution_id":"${waiting.data.execution_id}"}`)
  })
})
