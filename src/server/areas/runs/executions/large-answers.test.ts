/** Answers of many million characters: nobody else waits for them, and they say what they said before. */
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeWhole } from '#contract/core/json-text.ts'
import { FileText } from '#contract/runs/files.ts'
import { output } from '#nodes/node.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { leastLongestTask } from '#test/support/busy.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { rawPdf } from '#test/support/files.ts'

/** Others are heard again after so long at most: reading and writing these answers took 200 ms and more. */
const MOST_MS = 100

let test: TestApp
let runners: Runners
let address: string
/** A million objects, 18 million characters: a run that waits for nothing, and a step whose output is kept as a file. */
const rows = () => Array.from({ length: 1_000_000 }, (_, at) => ({ a: at % 10, b: 'xé' }))
/** Below 256 kB: it stays in its row. */
const few = () => rows().slice(0, 10_000)
beforeAll(async () => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  test = await createTestApp({
    documents: runners.documents,
    behaviours: { big: () => output({ rows: rows() }), few: () => output({ rows: few() }) },
  })
  address = await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await test.close()
  await runners.stop()
})

/** Forty pages that share their 4,000 words: 18 KB, and a text of 13 million characters. */
function wordyPdf(): Buffer {
  let content = 'BT /F1 3 Tf\n'
  for (let at = 0; at < 4_000; at++)
    content += `1 0 0 1 ${(at % 40) * 25} ${1000 - Math.floor(at / 40) * 5} Tm (w${at}) Tj\n`
  const packed = deflateSync(`${content}ET`).toString('latin1')
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1000 1000] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>'
  const pages = Array.from({ length: 40 }, () => page)
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, at) => `${at + 5} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`,
    ...pages,
  ])
}

/** An answer, and the longest time in ms for which nobody else was heard while it came. */
async function read(url: string, headers: Record<string, string> = {}): Promise<{ body: string; longest: number }> {
  let chunks: Uint8Array[] = []
  const longest = await leastLongestTask(MOST_MS, async () => {
    chunks = []
    const answer = await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } })
    expect(answer.status).toBe(200)
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk)
  })
  return { body: Buffer.concat(chunks).toString(), longest }
}

it('reads the text of a wordy document without keeping others waiting', async () => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(wordyPdf())], { type: 'application/pdf' }), 'a.pdf')
  const uploaded = await (await fetch(`${address}/api/v1/files`, { method: 'POST', body: form })).json()
  const url = `${address}/api/v1/files/${(uploaded as { data: { id: string } }).data.id}/text`
  const made = await read(url)
  const kept = await read(url)
  expect([made.longest, kept.longest].filter((ms) => ms > MOST_MS)).toEqual([])
  const { data, status } = JSON.parse(kept.body)
  expect(FileText.parse(data).items).toHaveLength(160_000)
  expect(status).toMatchObject({ code: 200, result: 'success' })
}, 60_000)

const ALL = JSON.stringify({ rows: rows() })
/** Finds the large result in a text, as it is: to parse millions of values takes seconds. @returns the text without it */
function expectAll(text: string): string {
  const [before = '', after = '', ...more] = text.split(ALL)
  expect([text.length - before.length - after.length, more]).toEqual([ALL.length, []])
  return `${before}"all"${after}`
}

describe('a run with a large result', () => {
  let owner: Person
  let id: string
  const asked = (path: string, headers: Record<string, string> = {}) =>
    read(`${address}/api/v1/executions/${id}${path}`, { authorization: `Bearer ${owner.token}`, ...headers })
  beforeAll(async () => {
    owner = await test.person('seller')
    const nodes = [
      node('start', 'manual_trigger'),
      node('few', 'pure', { does: 'few' }),
      node('big', 'pure', { does: 'big' }),
    ]
    const agent_id = (await addAgent(test.database.pool, owner.id, workflow(nodes, wires('start > few > big')))).id
    const body = { agent_id, input: { text: 'x' }, wait_ms: 20_000 }
    const started = await test.call('POST', '/api/v1/workflows/execute', { as: owner, body })
    expect(started.body.data).toMatchObject({ status: 'succeeded' })
    id = started.body.data.execution_id
  }, 60_000)

  it('is shown without keeping others waiting', async () => {
    const { body, longest } = await asked('')
    expect(longest).toBeLessThan(MOST_MS)
    const { data } = JSON.parse(expectAll(body))
    expect(data).toMatchObject({ status: 'succeeded', input: { text: 'x' }, output: 'all' })
    const [, inRow, kept] = data.nodes
    expect(inRow).toMatchObject({ node_id: 'few', stored: false, output: { rows: few() } })
    expect(kept).toMatchObject({ node_id: 'big', stored: true, output: null })
  })

  it('is sent as it is kept, not read from the database for each who asks', async () => {
    const { pool } = test.database
    const { rows: kept } = await pool.query('select output_file from executions where id = $1', [id])
    expect(kept).toEqual([{ output_file: `executions/${id}/big.json` }])
    await pool.query(`update executions set output = '"of the row"' where id = $1`, [id])
    expect(JSON.parse(expectAll((await asked('')).body)).data.output).toBe('all')
    // Whatever becomes of the file, the row has the result.
    await pool.query(`update executions set output_file = 'executions/gone.json' where id = $1`, [id])
    expect(JSON.parse((await asked('')).body).data.output).toBe('of the row')
    await pool.query(`update executions set output_file = $2, output = null where id = $1`, [id, kept[0].output_file])
  })

  it('is given to callers who come for the end of the run later', async () => {
    const { output } = await test.engine.engine.result(id, 0)
    expect(expectAll(await writeWhole(output, 'mark'))).toBe('"all"')
  })

  it('gives what one step gave as it is kept, in its row or as a file', async () => {
    const [big, small] = [
      await asked('/nodes/big/output'),
      await asked('/nodes/few/output', { 'accept-encoding': 'gzip' }),
    ]
    expect([big.longest, small.longest].filter((ms) => ms > MOST_MS)).toEqual([])
    expect(JSON.parse(expectAll(big.body)).data).toEqual({ output: 'all' })
    expect(JSON.parse(small.body).data).toEqual({ output: { rows: few() } })
  })

  it('gives null for a step whose file is gone', async () => {
    await test.database.pool.query(
      `update journal set rows = replace(rows::text, '"stored":"executions/', '"stored":"executions/x')::json where execution_id = $1`,
      [id],
    )
    expect(JSON.parse((await asked('/nodes/big/output')).body).data).toEqual({ output: null })
  })

  it('is followed to its end without keeping others waiting', async () => {
    const { body, longest } = await asked('/events')
    expect(longest).toBeLessThan(MOST_MS)
    const events = expectAll(body)
      .split('\n')
      .filter((line) => line.startsWith('data: '))
    const [, inRow, kept, end] = events.map((line) => JSON.parse(line.slice(6)))
    expect(inRow).toMatchObject({ node_id: 'few', output: { rows: few() }, stored: false })
    expect(kept).toMatchObject({ node_id: 'big', output: null, stored: true })
    expect(end).toMatchObject({ type: 'end', status: 'succeeded', output: 'all' })
  })
})
