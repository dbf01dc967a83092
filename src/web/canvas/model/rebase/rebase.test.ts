import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { applyOperation } from '#graph/apply.ts'
import { changePrompt, newAgent } from '#graph/custom-agent/change-agent.ts'
import { NO_PROMPT, type Prompt } from '#graph/custom-agent/prompt.ts'
import { type FoundAgent, readAgent } from '#graph/custom-agent/read-agent.ts'
import { EMPTY_DOCUMENT, WorkflowDocument, type WorkflowNode } from '#graph/document.ts'
import { OperationError } from '#graph/operation-error.ts'
import type { Operation, Step } from '#graph/operations.ts'
import { type Conflict, takeMine } from './conflicts.ts'
import { type Edit, type Rebased, rebase, stepsOf } from './rebase.ts'
import { renamesOf } from './rebase-names.ts'
import { same } from './same.ts'

const node = (id: string, config: JsonObject = {}): WorkflowNode => ({
  id,
  type: 'template',
  version: 1,
  title: id,
  config,
  position: { x: 0, y: 0 },
})
const edge = (from: string, to: string) => ({
  id: `${from}-${to}`,
  from: { node: from, port: 'out' },
  to: { node: to, port: 'in' },
})
const make = (start: WorkflowDocument, operations: readonly Operation[]) =>
  operations.reduce((document, operation) => applyOperation(document, operation).document, start)

let count = 0
const edit = (operation: Operation): Edit => {
  count += 1
  return { edit_id: `e${count}`, step_id: `s${count}`, label: '', undoes: null, operation }
}
const start = make(EMPTY_DOCUMENT, [
  ...['a', 'b', 'c'].map(
    (id): Operation => ({ type: 'add_node', node: node(id, { text: 'x', deep: { one: 1, two: 2 }, list: [1] }) }),
  ),
  { type: 'connect', edge: edge('a', 'b') },
  { type: 'connect', edge: edge('b', 'c') },
  { type: 'add_note', note: { id: 'n', text: 'Note', position: { x: 0, y: 0 }, size: { width: 1, height: 1 } } },
  { type: 'add_group', group: { id: 'g', title: 'Group', nodes: ['a', 'b'] } },
])
/** They were first; what becomes of mine. */
const meet = (theirs: Operation[], mine: Operation[], from = start): Rebased =>
  rebase(from, make(from, theirs), mine.map(edit), renamesOf(theirs))
const config = (id: string, changes: JsonObject): Step => ({
  type: 'set_config',
  node_id: id,
  config: { text: 'x', deep: { one: 1, two: 2 }, list: [1], ...changes },
})
const nodeOf = (document: WorkflowDocument, id: string) => document.nodes.find((one) => one.id === id)

describe('two people in the builder of an agent', () => {
  const prompt = { ...NO_PROMPT, purpose: 'Answers.', instructions: 'Be kind.', topics: ['fees'] }
  const agent = newAgent({ prompt, greeting: '', starters: [] })
  const steps = readAgent(agent) as Extract<FoundAgent, { fits: true }>
  const write = (change: Partial<Prompt>) => changePrompt(steps.steps, { ...prompt, ...change })
  const promptIn = (document: WorkflowDocument) => {
    const found = readAgent(document)
    return found.fits ? found.prompt : null
  }

  it('may write its purpose, its instructions and its topics at once', () => {
    const { document, conflicts } = meet(
      [write({ purpose: 'Answers patients.', topics: ['fees', 'beds'] })],
      [write({ instructions: 'Be kind. Be' }), write({ instructions: 'Be kind. Be brief.', topics: ['visits'] })],
      agent,
    )
    expect(conflicts).toEqual([])
    const instructions = 'Be kind. Be brief.'
    expect(promptIn(document)).toEqual({
      ...prompt,
      purpose: 'Answers patients.',
      instructions,
      topics: ['beds', 'visits'],
    })
  })

  it('who write the same part keep both texts, and taking one leaves the other parts alone', () => {
    const { document, conflicts } = meet(
      [write({ purpose: 'Theirs', cites: true })],
      [write({ purpose: 'Mine', instructions: 'Be brief.' })],
      agent,
    )
    expect(promptIn(document)).toEqual({ ...prompt, purpose: 'Theirs', cites: true, instructions: 'Be brief.' })
    expect(conflicts).toMatchObject([{ type: 'field', path: ['system'] }])
    const taken = make(document, [takeMine(document, conflicts[0] as Conflict) as Operation])
    expect(promptIn(taken)).toEqual({ ...prompt, purpose: 'Mine', cites: true, instructions: 'Be brief.' })
  })

  it('whose text is not the builder’s own decide about all of it', () => {
    const rewritten = (system: string): Operation => ({
      type: 'set_config',
      node_id: steps.steps.agent.id,
      config: { ...steps.steps.agent.config, system },
    })
    const { conflicts } = meet([rewritten('# Purpose\n\n\n# Instructions\n')], [write({ purpose: 'Mine' })], agent)
    expect(conflicts).toMatchObject([{ path: ['system'], theirs: '# Purpose\n\n\n# Instructions\n' }])
  })
})

describe('two changes of one node', () => {
  it('of different fields both happen, nested ones and lists that grow too', () => {
    const { document, conflicts } = meet(
      [config('a', { text: 'theirs', deep: { one: 5, two: 2 }, list: [1, 2] })],
      [config('a', { deep: { one: 1, two: 6, three: 7 }, list: [1, 3] })],
    )
    expect(conflicts).toEqual([])
    expect(nodeOf(document, 'a')?.config).toEqual({
      text: 'theirs',
      deep: { one: 5, two: 6, three: 7 },
      list: [1, 2, 3],
    })
  })

  it('of the same field are shown with both values, and mine can be taken', () => {
    const { document, conflicts, edits } = meet(
      [config('a', { text: 'theirs' })],
      [config('a', { text: 'm' }), config('a', { text: 'mine', deep: { one: 9, two: 2 } })],
    )
    expect(nodeOf(document, 'a')?.config).toMatchObject({ text: 'theirs', deep: { one: 9 } })
    expect(conflicts).toMatchObject([{ type: 'field', path: ['text'], mine: 'mine', theirs: 'theirs' }])
    expect(edits).toHaveLength(1)
    const taken = takeMine(document, conflicts[0] as Conflict) as Operation
    expect(nodeOf(make(document, [taken]), 'a')?.config).toMatchObject({ text: 'mine', deep: { one: 9 } })
  })

  it('to the same value are no conflict', () => {
    expect(meet([config('a', { text: 'y' })], [config('a', { text: 'y' })])).toMatchObject({ edits: [], conflicts: [] })
  })

  it.each([
    [
      'titles',
      { type: 'set_title', node_id: 'a', title: 'Theirs' },
      { type: 'set_title', node_id: 'a', title: 'Mine' },
    ],
    [
      'policies',
      { type: 'set_policy', node_id: 'a', timeout_ms: 5 },
      { type: 'set_policy', node_id: 'a', timeout_ms: 6, on_error: 'continue' },
    ],
    [
      'notes',
      { type: 'update_note', note_id: 'n', text: 'Theirs' },
      { type: 'update_note', note_id: 'n', text: 'Mine' },
    ],
    [
      'groups',
      { type: 'update_group', group_id: 'g', title: 'T' },
      { type: 'update_group', group_id: 'g', title: 'M' },
    ],
    ['ids', { type: 'rename', node_id: 'a', new_id: 'theirs' }, { type: 'rename', node_id: 'a', new_id: 'mine' }],
  ] as [string, Operation, Operation][])('%s: theirs stays, mine is kept', (_what, theirs, mine) => {
    const { document, conflicts } = meet([theirs], [mine])
    expect(conflicts).toHaveLength(1)
    expect(conflicts[0]?.type).toBe('field')
    const taken = takeMine(document, conflicts[0] as Conflict) as Operation
    const alone = make(start, [mine])
    const after = make(document, [taken])
    const one = ({ nodes, notes, groups }: WorkflowDocument) => ({ a: { ...nodes[0] }, notes, groups })
    if (stepsOf(mine)[0]?.type !== 'set_policy') expect(one(after)).toEqual(one(alone))
    else expect(nodeOf(after, 'a')).toMatchObject({ timeout_ms: 6, on_error: 'continue' })
  })

  it('moving is nobody’s conflict: the later one is where it stays', () => {
    const to = (x: number): Operation => ({ type: 'move', node_id: 'a', position: { x, y: 0 } })
    const { document, conflicts } = meet([to(1)], [to(2)])
    expect([nodeOf(document, 'a')?.position.x, conflicts]).toEqual([2, []])
  })
})

describe('deleting', () => {
  it('what I changed keeps my change, with its wires, to be put back', () => {
    const { document, conflicts } = meet([{ type: 'remove_node', node_id: 'b' }], [config('b', { text: 'mine' })])
    expect(nodeOf(document, 'b')).toBeUndefined()
    const restored = make(document, [takeMine(document, conflicts[0] as Conflict) as Operation])
    expect(nodeOf(restored, 'b')?.config).toMatchObject({ text: 'mine' })
    expect(restored.edges.map(({ id }) => id).toSorted()).toEqual(['a-b', 'b-c'])
  })

  it('what they changed waits for a word', () => {
    const { document, conflicts, edits } = meet(
      [config('b', { text: 'theirs' })],
      [{ type: 'remove_node', node_id: 'b' }],
    )
    expect(edits).toEqual([])
    expect(conflicts).toMatchObject([{ type: 'kept', what: 'node', id: 'b' }])
    expect(nodeOf(make(document, [takeMine(document, conflicts[0] as Conflict) as Operation]), 'b')).toBeUndefined()
  })

  it('what they only moved, or deleted too, happens', () => {
    const gone: Operation = { type: 'remove_node', node_id: 'b' }
    expect(meet([{ type: 'move', node_id: 'b', position: { x: 9, y: 9 } }], [gone])).toMatchObject({ conflicts: [] })
    expect(meet([gone], [gone])).toMatchObject({ conflicts: [], edits: [] })
  })

  it('the end of my new wire keeps the wire', () => {
    const { document, conflicts } = meet(
      [{ type: 'remove_node', node_id: 'c' }],
      [{ type: 'connect', edge: edge('a', 'c') }],
    )
    const restored = make(document, [takeMine(document, conflicts[0] as Conflict) as Operation])
    expect(restored.edges.map(({ id }) => id)).toContain('a-c')
  })
})

describe('names', () => {
  it('that both gave make two things, and what I said of mine keeps meaning mine', () => {
    const theirs: Operation[] = [{ type: 'add_node', node: node('new', { text: 'theirs' }) }]
    const { document, conflicts } = meet(theirs, [
      { type: 'add_node', node: node('new', { text: 'mine' }) },
      { type: 'connect', edge: edge('a', 'new') },
      config('a', { text: '{{ $nodes.new.x }}' }),
    ])
    expect(conflicts).toEqual([])
    expect([nodeOf(document, 'new')?.config.text, nodeOf(document, 'new_2')?.config.text]).toEqual(['theirs', 'mine'])
    expect(nodeOf(document, 'a')?.config.text).toBe('{{ $nodes.new_2.x }}')
    expect(document.edges.at(-1)?.to.node).toBe('new_2')
  })

  it('that they changed are followed, in expressions too', () => {
    const { document } = meet(
      [{ type: 'rename', node_id: 'a', new_id: 'start' }],
      [config('b', { text: '{{ $nodes.a.x }}' }), { type: 'set_title', node_id: 'a', title: 'Mine' }],
    )
    expect(nodeOf(document, 'b')?.config.text).toBe('{{ $nodes.start.x }}')
    expect(nodeOf(document, 'start')?.title).toBe('Mine')
  })

  it.each([
    ['changed', { type: 'update_group', group_id: 'g', nodes: ['c', 'a'] }, ['c', 'b', 'a']],
    ['emptied', { type: 'update_group', group_id: 'g', nodes: [] }, ['b']],
    ['deleted', { type: 'remove_group', group_id: 'g' }, undefined],
  ] as const)('a node that is put back is in its group although they %s it', (_case, theirs, members) => {
    const removed = applyOperation(start, { type: 'remove_node', node_id: 'b' })
    const { document, conflicts } = meet([theirs as unknown as Operation], [removed.inverse], removed.document)
    expect(conflicts).toEqual([])
    expect([nodeOf(document, 'b')?.id, document.groups[0]?.nodes]).toEqual(['b', members])
  })

  it('one wire drawn by both is one wire', () => {
    const wire: Operation = { type: 'connect', edge: edge('a', 'c') }
    expect(meet([wire], [{ ...wire, edge: { ...wire.edge, id: 'other' } }]).document.edges).toHaveLength(3)
  })
})

const ids = ['a', 'b', 'c', 'd']
const id = fc.constantFrom(...ids)
const value = fc.constantFrom('p', 'q', '{{ $nodes.a.x }}')
const settings = fc.record({ text: value, deep: fc.record({ one: value, two: value }) }, { requiredKeys: ['text'] })
const type = <T extends Step['type']>(name: T) => fc.constant(name)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: type('add_node'), node: fc.tuple(id, settings).map(([name, c]) => node(name, c)) }),
  fc.record({ type: type('remove_node'), node_id: id }),
  fc.record({ type: type('connect'), edge: fc.tuple(id, id).map(([from, to]) => edge(from, to)) }),
  fc.record({ type: type('disconnect'), edge_id: fc.tuple(id, id).map(([from, to]) => `${from}-${to}`) }),
  { weight: 4, arbitrary: fc.record({ type: type('set_config'), node_id: id, config: settings }) },
  fc.record({ type: type('rename'), node_id: id, new_id: id }),
  fc.record({ type: type('set_title'), node_id: id, title: value }),
  fc.record({ type: type('move'), node_id: id, position: fc.record({ x: fc.nat(9), y: fc.nat(9) }) }),
  fc.record({ type: type('update_note'), note_id: fc.constant('n'), text: value }),
  fc.record({ type: type('remove_note'), note_id: fc.constant('n') }),
  fc.record({ type: type('update_group'), group_id: fc.constant('g'), nodes: fc.subarray(ids) }),
  fc.record({
    type: fc.constantFrom('join_groups' as const, 'leave_groups' as const),
    node_id: id,
    groups: fc
      .record({ group_id: fc.constant('g'), at: fc.subarray([0, 1, 2, 3], { minLength: 1 }) })
      .map((one) => [one]),
  }),
)
const turns = fc.array(
  fc.record({
    who: fc.constantFrom(0, 1),
    act: fc.oneof({ weight: 3, arbitrary: step }, fc.constant('send' as const)),
  }),
  { maxLength: 25 },
)

/** Somebody with the workflow open: edits apply at once, go to the server in their order, and are rebased when it has moved on. */
class Peer {
  confirmed: WorkflowDocument
  revision = 0
  pending: Edit[] = []
  document: WorkflowDocument
  conflicts: Conflict[] = []
  constructor(document: WorkflowDocument) {
    this.confirmed = document
    this.document = document
  }

  act(intent: Step): void {
    try {
      this.document = applyOperation(this.document, intent).document
      this.pending.push(edit(intent))
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
    }
  }

  catchUp(log: readonly Operation[]): void {
    const news = log.slice(this.revision)
    if (news.length === 0) return
    const theirs = make(this.confirmed, news)
    const rebased = rebase(this.confirmed, theirs, this.pending, renamesOf(news))
    this.confirmed = theirs
    this.revision = log.length
    this.pending = rebased.edits
    this.document = rebased.document
    this.conflicts.push(...rebased.conflicts)
  }

  send(log: Operation[]): void {
    this.catchUp(log)
    log.push(...this.pending.map(({ operation }) => operation))
    this.confirmed = this.document
    this.revision = log.length
    this.pending = []
  }
}

describe('two people editing at random', () => {
  it('end with the same document on both sides and on the server', () => {
    fc.assert(
      fc.property(turns, (list) => {
        const log: Operation[] = []
        const peers = [new Peer(start), new Peer(start)] as const
        for (const { who, act } of list) {
          const peer = peers[who] as Peer
          if (act === 'send') peer.send(log)
          else peer.act(act)
        }
        for (const peer of peers) peer.send(log)
        for (const peer of peers) peer.catchUp(log)
        const server = make(start, log)
        expect(peers[0].document).toEqual(server)
        expect(peers[1].document).toEqual(server)
        expect(WorkflowDocument.safeParse(server).success).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('lose nothing silently: each setting that one of them ends with is in the document or in a conflict', () => {
    const typed = fc.array(
      fc.record({ id: fc.constantFrom('a', 'b'), field: fc.constantFrom('text', 'more'), say: fc.nat(5) }),
      {
        maxLength: 6,
      },
    )
    fc.assert(
      fc.property(typed, typed, fc.boolean(), (theirs, mine, deletes) => {
        const say = (
          who: string,
          list: typeof typed extends fc.Arbitrary<infer T> ? T : never,
          from: WorkflowDocument,
        ) => {
          let document = from
          return list.map(({ id: name, field, say: number }) => {
            const operation: Step = {
              type: 'set_config',
              node_id: name,
              config: { ...nodeOf(document, name)?.config, [field]: `${who}${number}` },
            }
            document = make(document, [operation])
            return operation
          })
        }
        const first: Operation[] = say('t', theirs, start)
        if (deletes) first.push({ type: 'remove_node', node_id: 'b' })
        const intents = say('m', mine, start)
        const { document, conflicts } = meet(first, intents)
        const told = JSON.stringify(conflicts)
        const alone = make(start, intents)
        for (const { id: name, field } of mine) {
          const wanted = nodeOf(alone, name)?.config[field]
          const isThere = same(nodeOf(document, name)?.config[field], wanted)
          expect(isThere || told.includes(JSON.stringify(wanted))).toBe(true)
        }
        // And theirs is in the document: nothing of mine has gone over it.
        const made = make(start, first)
        for (const { id: name, field } of theirs)
          expect(nodeOf(document, name)?.config[field]).toEqual(nodeOf(made, name)?.config[field])
      }),
      { numRuns: 300 },
    )
  })
})
