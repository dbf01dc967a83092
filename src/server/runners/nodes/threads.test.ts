import { constants } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { evaluateHere } from '#graph/expressions/evaluate-here.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { type NodeContext, type NodeDefinition, NodeError, type NodeResult } from '#nodes/node.ts'
import type { CodeEntry, CodesPort, Ports } from '#nodes/ports.ts'
import { outputOf } from '#nodes/trial.ts'
import { contractAnalyst } from '#server/seed/agents/contract-analyst.ts'
import { longestTaskDuring } from '#test/support/busy.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestEngine, node, noPorts, wires, workflow } from '#test/support/engine.ts'
import { nicenessOf } from '#test/support/niceness.ts'
import { NodeThreads, type NodeThreadsOptions } from './threads.ts'

const contract = String(contractAnalyst.samples.find(({ input }) => input?.text)?.input?.text)
const long = contract.repeat(Math.ceil(450_000 / contract.length)).slice(0, 450_000)
const note = 'Assessment: type 2 diabetes mellitus. No fracture of the femur.'

let threads: NodeThreads
const open = (options: Partial<NodeThreadsOptions> = {}) => {
  const log = { info: () => {}, warn: () => {} }
  threads = new NodeThreads({ size: 2, heapMb: 512, maxQueue: 100, idleMs: 60_000, log, ...options })
}
let isShared = false
afterEach(() => (isShared ? undefined : threads.stop()))

const nodeOf = (type: string): NodeDefinition => {
  const node = catalogue.get(type)
  if (!node) throw new Error(`Unknown node type ${type}`)
  return node
}

interface Given {
  signal?: AbortSignal
  input?: Json
  ports?: Partial<Ports>
  evaluator?: NodeContext<unknown>['evaluator']
  user_id?: string
  progress?: (fraction: number, message: string) => void
}

/** Runs the node as the engine does. */
async function run(type: string, settings: JsonObject, given: Given = {}): Promise<NodeResult> {
  const node = threads.offload(nodeOf(type))
  const context: NodeContext<Record<string, unknown>> = {
    ...noPorts,
    ...given.ports,
    evaluator: given.evaluator ?? evaluateHere,
    config: node.config.parse(settings),
    input: given.input ?? null,
    inputs: [],
    run: {
      execution_id: 'e1',
      node_id: 'n1',
      owner: { user_id: given.user_id ?? 'u1' },
      as: { owner: { user_id: given.user_id ?? 'u1' }, author: null, version: null },
      iteration: '',
      attempt: 1,
      idempotency_key: 'e1:n1:',
    },
    signal: given.signal ?? new AbortController().signal,
    waits: () => () => undefined,
    hold: () => undefined,
    call: () => Promise.reject(new Error('no')),
    now: () => new Date(),
    log: () => {},
    traceTool: () => {},
    inTool: (_, work) => work(),
    under: () => {
      throw new Error('no')
    },
    showPlan: () => {},
    progress: given.progress ?? (() => {}),
  }
  return node.run(context)
}

/** Directions that depend on the text alone. */
const embed: Ports['embed'] = (texts) =>
  Promise.resolve(
    texts.map((text) => {
      const vector = new Float32Array(512)
      vector[text.length % 512] = 1
      return vector
    }),
  )

const codesOf = (version: string, count: number): CodesPort & { calls: number } => {
  const entries: CodeEntry[] = Array.from({ length: count }, (_, i) => ({
    code: `S${String(i % 100).padStart(2, '0')}.${String(Math.floor(i / 100)).padStart(3, '0')}`,
    description: `Fracture ${i} of the left femur, part ${i % 97}, encounter ${i % 13}`,
    billable: true,
    synonyms: [`broken femur ${i}`],
  }))
  entries.push({ code: 'E11.9', description: 'Type 2 diabetes mellitus', billable: true, synonyms: [] })
  const codes = {
    ...noPorts.codes,
    calls: 0,
    table: () => {
      codes.calls++
      return Promise.resolve({ version, entries })
    },
  }
  return codes
}

/** Every one of its values has a path of 60,000 characters. */
const nested = (value: number): Json => ({
  ['x'.repeat(60_000)]: Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`n${index}`, value])),
})

/** The same threads for all tests of a group: each start of one loads every node. */
function shareThreads(options?: Partial<NodeThreadsOptions>): void {
  beforeAll(() => {
    open(options)
    isShared = true
  })
  afterAll(() => {
    isShared = false
    return threads.stop()
  })
}

describe('a heavy node in a thread', () => {
  shareThreads()

  it.runIf(process.platform === 'linux')('comes after answers to requests', async () => {
    await run('find_clauses', { document: contract }, { ports: { embed } })
    expect(nicenessOf('nodes')).toEqual([constants.priority.PRIORITY_BELOW_NORMAL])
  })

  it.each<[type: string, settings: JsonObject]>([
    ['find_clauses', { document: contract }],
    ['outline_document', { document: contract }],
    ['answer_question', { document: contract, question: 'How long does the agreement last?' }],
    ['retrieve', { query: 'confidential information', chunks: contract }],
    ['split_text', { document: contract, max_chars: 400 }],
    ['recognise_entities', { document: note }],
    ['code_diagnoses', { document: note }],
  ])('gives what it gives without one: %s', async (type, settings) => {
    const ports = { embed, codes: codesOf('small', 10) }
    expect(nodeOf(type).heavy).toBe(true)
    const result = await run(type, settings, { ports })
    expect(threads.size).toBe(1)
    expect(result).toEqual({ type: 'output', output: await outputOf(nodeOf(type), settings, { ports }) })
  })

  it('tells its progress', async () => {
    const seen: string[] = []
    await run('find_clauses', { document: contract }, { ports: { embed }, progress: (_, text) => seen.push(text) })
    expect(seen).toEqual(['Reading clauses', 'Looking for missing clauses'])
  })

  it('is refused with the same error', async () => {
    const refusal = run('split_text', { document: ' ' })
    await expect(refusal).rejects.toBeInstanceOf(NodeError)
    await expect(refusal).rejects.toMatchObject({ code: 'document_empty', field: 'document', retryable: false })
    await expect(run('split_text', { document: '.' })).rejects.toThrow(/no readable text/)
  })

  it('sees what its ports throw', async () => {
    const ask = (error: unknown) =>
      run('retrieve', { query: 'x', chunks: contract }, { ports: { embed: () => Promise.reject(error) } })
    const busy = new NodeError('runner_busy', 'Try again', { retryable: true })
    await expect(ask(busy)).rejects.toEqual(busy)
    await expect(ask(busy)).rejects.toMatchObject({ code: 'runner_busy', retryable: true, field: null })
    await expect(ask(new TypeError('odd'))).rejects.toThrow(new TypeError('odd'))
  })

  it('leaves other nodes where they are', async () => {
    expect(threads.offload(nodeOf('template'))).toBe(nodeOf('template'))
  })

  it('keeps the server free while long contracts are read, two at a time and two waiting', async () => {
    let results: NodeResult[] = []
    const longest = await longestTaskDuring(async () => {
      const jobs = Array.from({ length: 4 }, () => run('find_clauses', { document: long }, { ports: { embed } }))
      results = await Promise.all(jobs)
    })
    expect(results.map(({ type }) => type)).toEqual(Array(4).fill('output'))
    expect(longest).toBeLessThan(100)
  })
})

describe('one thread', () => {
  shareThreads({ size: 1 })

  it('gets a code table once per version', async () => {
    const first = codesOf('1', 12_000)
    const read = (codes: CodesPort) => run('code_diagnoses', { document: note }, { ports: { codes } })
    await read(first)
    // Three pages.
    expect(first.calls).toBe(3)
    await read(first)
    await run('recognise_entities', { document: note }, { ports: { codes: first } })
    expect(first.calls).toBe(5)
    const second = codesOf('2', 10)
    expect(await read(second)).toMatchObject({ output: { table_version: '2' } })
    expect(second.calls).toBe(1)
  })

  it('is free again when a job is aborted in the middle of its work', async () => {
    const aborting = new AbortController()
    const reason = new Error('cancelled')
    // Indexing so many codes takes seconds without a pause.
    const codes = codesOf('large to abort', 60_000)
    const job = run('recognise_entities', { document: note }, { ports: { codes }, signal: aborting.signal })
    const waiting = run('split_text', { document: contract }, { signal: aborting.signal })
    const after = run('split_text', { document: contract })
    const all = Promise.allSettled([job, waiting])
    while (codes.calls < 13) await new Promise(setImmediate)
    aborting.abort(reason)
    for (const one of await all) expect(one).toEqual({ status: 'rejected', reason })
    expect(await after).toMatchObject({ type: 'output' })
    expect(threads.size).toBe(1)
    await expect(run('split_text', { document: contract }, { signal: aborting.signal })).rejects.toBe(reason)
  })
})

describe('threads', () => {
  it('end when there is nothing to do, and begin again', async () => {
    open({ idleMs: 1 })
    await run('split_text', { document: contract })
    while (threads.size > 0) await new Promise(setImmediate)
    expect(await run('split_text', { document: contract })).toMatchObject({ type: 'output' })
  })

  it('refuse what is too much to keep waiting, and nobody else’s work for it', async () => {
    open({ size: 1, maxQueue: 1 })
    // Once a thread has started one task is at work, and one waits.
    await run('split_text', { document: contract })
    const accepted = [run('split_text', { document: contract }), run('split_text', { document: contract })]
    await expect(run('split_text', { document: contract })).rejects.toMatchObject({
      code: 'runner_busy',
      retryable: true,
    })
    expect(await run('split_text', { document: contract }, { user_id: 'u2' })).toMatchObject({ type: 'output' })
    await Promise.all(accepted)
  })

  it('end alone when a job needs too much memory', async () => {
    open({ size: 1, heapMb: 40 })
    const items = Array.from({ length: 200_000 }, (_, i) => ({ start: i, end: i, page: 1, box: [0, 0, 1, 1] }))
    await expect(run('split_text', { document: { text: long, items } })).rejects.toMatchObject({
      code: 'node_memory',
      retryable: false,
    })
    expect(await run('split_text', { document: contract })).toMatchObject({ type: 'output' })
  })

  it.each<[type: string, settings: JsonObject, input: Json]>([
    ['flatten', {}, nested(0)],
    ['compare_values', { before: nested(0) }, nested(1)],
  ])('hold what %s makes of a long name around many values', async (type, settings, input) => {
    open({ size: 1, heapMb: 40 })
    await expect(run(type, settings, { input })).rejects.toMatchObject({ code: 'node_memory' })
  })

  it('end with the server, and tell waiting callers', async () => {
    open({ size: 1 })
    const jobs = [1, 2].map(() => run('split_text', { document: contract }))
    const all = Promise.allSettled(jobs)
    await threads.stop()
    for (const one of await all) expect(one).toMatchObject({ reason: { code: 'runner_lost', retryable: true } })
    await expect(run('split_text', { document: contract })).rejects.toMatchObject({ code: 'runner_lost' })
  })

  it('keep the server free while JSON is searched in a long text, and count that for the run', async () => {
    open()
    let charged = 0
    const charge = (ms: number) => {
      charged += ms
    }
    const evaluator = { ...evaluateHere, charge }
    const small = await run('read_json', { search: true }, { input: 'here: []', evaluator })
    expect([small.type, threads.size, charged]).toEqual(['output', 0, 0])
    const long = '[x]'.repeat(300_000)
    const longest = await longestTaskDuring(async () => {
      await expect(run('read_json', { search: true }, { input: long, evaluator })).rejects.toMatchObject({
        code: 'bad_json',
      })
    })
    expect(threads.size).toBe(1)
    expect(longest).toBeLessThan(charged)
  })

  it('let the work of another owner begin before all the work of one who has queued much', async () => {
    open({ size: 1 })
    const order: string[] = []
    const work = (user_id: string) =>
      run('split_text', { document: contract }, { user_id }).then(() => order.push(user_id))
    await Promise.all([...Array.from({ length: 6 }, () => work('greedy')), work('other')])
    expect(order.indexOf('other')).toBeLessThanOrEqual(1)
  })

  it('are given to one owner after the other', async () => {
    open({ size: 1 })
    const order: string[] = []
    const work = (user_id: string) =>
      run('split_text', { document: contract }, { user_id }).then(() => order.push(user_id))
    await Promise.all(['a', 'a', 'a', 'b', 'b', 'b', 'c'].map(work))
    // What was asked first is on the one thread; the others take turns on the thread that is kept for them.
    expect(order.indexOf('c')).toBeLessThan(order.lastIndexOf('b'))
  })
})

describe('runs', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it('that are out of time or cancelled give their thread back', async () => {
    open({ size: 1 })
    const codes = codesOf('large', 60_000)
    await using test = await createTestEngine(database, {
      findNode: (type) => threads.offload(nodeOf(type)),
      ports: { ...noPorts, codes },
    })
    const heavy = (id: string, type: string, timeout_ms: number) =>
      workflow([node('start', 'manual_trigger'), node(id, type, {}, { timeout_ms })], wires(`start > ${id}`))
    const slow = await test.publish(heavy('slow', 'recognise_entities', 600))
    const slower = await test.publish(heavy('slower', 'recognise_entities', 60_000))
    const quick = await test.publish(heavy('quick', 'split_text', 20_000))
    expect(await test.engine.run(slow(note), 20_000)).toMatchObject({
      status: 'failed',
      error: { code: 'timeout', node_id: 'slow' },
    })
    expect(threads.size).toBe(0)
    const { execution_id } = await test.engine.start(slower(note))
    const behind = test.engine.run(quick(contract), 20_000)
    await test.engine.control(execution_id, { action: 'cancel' })
    expect(await behind).toMatchObject({ status: 'succeeded' })
    expect(await test.engine.result(execution_id, 0)).toMatchObject({ status: 'cancelled' })
    expect(test.problems).toEqual([])
  })
})
