/** A word is put into every part of what moves: afterwards nobody of the old workspace finds it, by any address that is read. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addThings, deploy, type Place, runOnce, type Stage, setTransferStage } from '#test/support/transfers.ts'

/** How many ids, the last ones, are of what is inside a thing. */
const INSIDE = 4
const WORD = 'rhododendron'

let test: TestApp
let stage: Stage
beforeAll(async () => {
  test = await createTestApp({ requestsPerMinute: () => 1_000_000 })
  stage = await setTransferStage(test)
})
afterAll(() => test.close())

async function upload(word: string): Promise<string> {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${word}.txt"\r\ncontent-type: text/plain\r\n\r\n`
  const { body } = await test.call('POST', '/api/v1/files', {
    as: stage.builder,
    payload: `${head}about ${word}\r\n--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'x-workspace': stage.from.slug },
  })
  return body.data.id
}

/** Everything a workflow has, with the word in it. @returns all ids, by what they are of */
async function plant() {
  const { call, builder, giver, from, sql } = stage
  const { base, table, workflow_id } = await addThings(stage, 'flowers')
  const service = await deploy(stage, workflow_id)
  const file = await upload(WORD)
  const run = await runOnce(stage, { service_id: service }, `${WORD} ${file}`)
  const alone = await runOnce(stage, { workflow_id }, WORD)
  await call('POST', `/data-tables/${table}/rows`, builder, from, { rows: [{ text: WORD }] })
  await call('POST', `/executions/${run}/comments`, builder, from, { text: `About ${WORD}`, mentions: [giver.id] })
  await call('POST', `/workflows/${workflow_id}/tests/cases`, builder, from, { execution_id: alone })
  const one = async (text: string, values: unknown[]) => (await sql(text, values)).rows[0]?.id as unknown as string
  const document = await one(
    `insert into knowledge_documents (base_id, name, mime, bytes, status, file_id, sha256) values ($1, $2, 'text/plain', 1, 'ready', $3, 'x') returning id`,
    [base, WORD, await upload(WORD)],
  )
  const batch = await one(
    `with b as (insert into batches (owner_id, service_id, name, status) values ($1, $2, $3, 'finished') returning id)
     insert into batch_items (batch_id, position, name, input, state, execution_id) select id, 0, $3, $4, 'succeeded', $5 from b
     returning batch_id as id`,
    [from.id, service, WORD, { text: WORD }, run],
  )
  const chat = await one(
    `with c as (insert into conversations (owner_id, workflow_id, channel, title) values ($1, $2, 'builder', $3) returning id)
     insert into conversation_messages (conversation_id, role, text, execution_id) select id, 'person', $3, $4 from c
     returning conversation_id as id`,
    [from.id, workflow_id, WORD, alone],
  )
  await sql(
    `with m as (insert into memories (person_id, workflow_id) values ($1, $2) returning id)
     insert into memory_facts (memory_id, number, fact, written_by) select id, 1, $3, 'agent' from m`,
    [from.id, workflow_id, WORD],
  )
  for (const person of [from.id, giver.id])
    await sql(
      `insert into notifications (user_id, kind, title, message, href, seq, mail_due) values ($1, 'run_failed', $2, $2, $3, 1000, false)`,
      [person, WORD, `/runs/${run}`],
    )
  await sql(`update executions set shared_until = now() + interval '1 day' where id = $1`, [run])
  return { workflow_id, service, base, table, alone, batch, chat, file, run, document }
}

const READ = Object.entries<EndpointDefinition>(api).filter(
  ([, { method, answers, path }]) => method === 'GET' && answers !== 'stream' && !path.startsWith('/api/auth/'),
)

/** Addresses with every id in the place of every parameter. */
function addressesOf(path: string, ids: readonly string[]): string[] {
  const names = path.match(/\{\w+\}/g) ?? []
  if (names.length === 0) return [path]
  if (names.length > 2) return []
  return ids.flatMap((id) => {
    const first = path.replace(names[0] ?? '', id)
    // Second parameters are of what is inside: runs, files, documents.
    return names.length === 1 ? [first] : ids.slice(-INSIDE).map((other) => first.replace(names[1] ?? '', other))
  })
}

/** Addresses whose answer has the word, and all that lead to something. */
async function findWord(as: Person, place: Place | null, addresses: readonly string[]) {
  const found: string[] = []
  const there: string[] = []
  for (const address of addresses) {
    const { body, status } = await test.call('GET', address, {
      as,
      headers: place ? { 'x-workspace': place.slug } : {},
    })
    expect(status).not.toBe(429)
    if (JSON.stringify(body ?? '').includes(WORD)) found.push(address)
    if (status !== 400 && status !== 404) there.push(address)
  }
  return { found, there }
}

it('is found by nobody who isn’t in the new workspace', { timeout: 240_000 }, async () => {
  const { workflow_id, base, table, ...rest } = await plant()
  const ids = [workflow_id, base, table, ...Object.values(rest)]
  const things = [
    { kind: 'workflow', id: workflow_id },
    { kind: 'knowledge_base', id: base },
    { kind: 'data_table', id: table },
  ]
  const all = READ.flatMap(([, { path }]) => addressesOf(path, ids))
  const { found: before, there } = await findWord(stage.builder, stage.from, all)
  expect(before.length).toBeGreaterThan(15)
  const { body } = await stage.call('POST', '/transfers', stage.giver, stage.from, { things, to: stage.to.slug })
  const moved = await stage.call('POST', `/transfers/${body.data.id}/accept`, stage.taker, stage.to)
  expect(moved.body.data).toMatchObject({ status: 'done' })
  const { found: now, there: thereNow } = await findWord(stage.taker, stage.to, all)
  // Who owned all of it and who owns it now find nothing at the others.
  const real = [...new Set([...there, ...thereNow])]
  for (const [as, place] of [
    [stage.builder, stage.from],
    [stage.giver, stage.from],
    [stage.giver, null],
  ] as const)
    expect((await findWord(as, place, real)).found).toEqual([])
  // Notices of the old workspace are gone, and links to runs have ended.
  const lost = before.filter((address) => !now.includes(address))
  expect(lost.filter((address) => !/notifications|shared/.test(address))).toEqual([])
  const searched = await stage.call('POST', `/knowledge/${base}/search`, stage.builder, stage.from, { query: WORD })
  expect(searched.status).toBe(404)
})
