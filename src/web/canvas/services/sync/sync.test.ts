import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { LoggedEdit } from '#contract/workflows/workflow-edits.ts'
import { applyOperation } from '#graph/apply.ts'
import { EMPTY_DOCUMENT, type WorkflowDocument } from '#graph/document.ts'
import { OperationError } from '#graph/operation-error.ts'
import type { Operation, Step } from '#graph/operations.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import { historyOf } from '#web/canvas/model/rebase/old-steps.ts'
import type { Edit } from '#web/canvas/model/rebase/rebase.ts'
import { changesIn } from '#web/canvas/model/rebase/squash.ts'
import { openDraft } from '#web/canvas/services/draft/open-draft.ts'
import { Sync } from './sync.ts'
import type { SyncApi } from './sync-api.ts'
import type { Kept, Unsent } from './unsent.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const node = (id: string, config: JsonObject = {}): Operation => ({
  type: 'add_node',
  node: { id, type: 'template', version: 1, title: id, config, position: { x: 0, y: 0 } },
})
const text = (id: string, more: JsonObject): Step => ({ type: 'set_config', node_id: id, config: more })
const START = [node('a', { text: '' }), node('b')].reduce(
  (doc, one) => applyOperation(doc, one).document,
  EMPTY_DOCUMENT,
)

/** The server, as far as syncing knows it. */
class Server {
  document: WorkflowDocument = START
  log: LoggedEdit[] = []
  /** What happens to the next calls: the request is lost, or the answer to it. */
  faults: ('request' | 'answer' | null)[] = []
  refuse: (edit: Edit) => boolean = () => false
  closed: string | null = null

  take(
    author: string,
    edits: readonly Pick<Edit, 'operation' | 'step_id' | 'label' | 'undoes'>[],
    ids: (string | null)[] = [],
  ) {
    for (const [index, { operation, step_id, label, undoes }] of edits.entries()) {
      const { document, inverse } = applyOperation(this.document, operation)
      this.document = document
      this.log.push({
        revision: this.log.length + 1,
        edit_id: ids[index] ?? null,
        step_id,
        label,
        undoes,
        operation: operation as unknown as JsonObject,
        inverse: inverse as unknown as JsonObject,
        author: { id: author, name: author } as LoggedEdit['author'],
        at: new Date(0).toISOString(),
      })
    }
  }

  apiOf(author: string): SyncApi {
    const lost = () => new ApiError('No answer', { category: 'CONNECTION_REFUSED' })
    const through = async <T>(work: () => T): Promise<T> => {
      const fault = this.faults.shift()
      if (fault === 'request') throw lost()
      const result = work()
      if (fault === 'answer') throw lost()
      return result
    }
    return {
      send: (base, edits) =>
        through(() => {
          if (this.closed !== null) throw new ApiError(this.closed, { status: 403 })
          if (base !== this.log.length)
            throw new ApiError('Stale', { status: 409, problems: [{ message: 'Stale', code: 'stale_revision' }] })
          if (edits.some(this.refuse)) throw new ApiError('There is no such credential.', { status: 400 })
          this.take(
            author,
            edits,
            edits.map(({ edit_id }) => edit_id),
          )
          return { revision: this.log.length }
        }),
      edits: (after) => through(() => ({ revision: this.log.length, edits: this.log.slice(after) })),
      whole: () => through(() => ({ revision: this.log.length, document: this.document })),
      history: () => Promise.reject(new Error('not asked')),
      follow: () => Promise.resolve(),
    }
  }
}

/** What one browser keeps. */
function drawer() {
  let kept: Kept | null = null
  const unsent: Unsent = {
    keep: (next) => {
      kept = JSON.parse(JSON.stringify(next)) as Kept
      return true
    },
    takeLeft: async () => [],
    close: () => {},
  }
  return { unsent, left: () => kept }
}

function open(server: Server, me: string, revision = server.log.length, document = server.document) {
  const draft = openDraft({ id: 'w', document, readOnly: null })
  const box = drawer()
  const sync = new Sync(draft, revision, { api: server.apiOf(me), unsent: box.unsent, me })
  draft.onEdit = (edit) => sync.add(edit)
  return { draft, sync, left: box.left }
}
const say = (draft: Draft, operation: Operation, label = 'x', burst?: string) =>
  draft.perform(operation, { label, ...(burst !== undefined && { burst }) })
const configOf = (document: WorkflowDocument, id: string) => document.nodes.find((one) => one.id === id)?.config

describe('saving', () => {
  it('gathers keystrokes into one edit and says when it is saved', async () => {
    const server = new Server()
    const { draft, left } = open(server, 'me')
    for (const said of ['H', 'He', 'Hey']) say(draft, text('a', { text: said }), 'Typed', 'a.text')
    expect(left()?.edits).toHaveLength(1)
    expect(draft.save.get()).toEqual({ state: 'saving' })
    await vi.advanceTimersByTimeAsync(300)
    expect(server.log).toHaveLength(1)
    expect(draft.save.get()).toEqual({ state: 'saved', at: Date.now() })
    expect(left()?.edits).toEqual([])
  })

  it('continues while the server is away, says so, and catches up', async () => {
    const server = new Server()
    const { draft, left } = open(server, 'me')
    server.faults = ['request', 'request']
    say(draft, text('a', { text: 'one' }))
    await vi.advanceTimersByTimeAsync(400)
    expect(draft.save.get().state).toBe('waiting')
    say(draft, text('b', { text: 'two' }))
    expect(left()?.edits).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(configOf(server.document, 'b')).toEqual({ text: 'two' })
    expect(draft.save.get().state).toBe('saved')
  })

  it('sends all that waits before its person signs out, and keeps here what the server does not take', async () => {
    const server = new Server()
    const { draft, sync, left } = open(server, 'me')
    for (let edit = 0; edit < 201; edit++) say(draft, node(`n${edit}`))
    const sent = sync.sendAll()
    await vi.advanceTimersByTimeAsync(10)
    await sent
    expect([server.log.length, left()?.edits]).toEqual([201, []])
    server.faults = ['request']
    say(draft, text('b', { text: 'offline' }))
    await sync.sendAll()
    expect(left()?.edits).toHaveLength(1)
  })

  it('has nothing to save any more when all that waited became a conflict', async () => {
    const server = new Server()
    const { draft, sync } = open(server, 'me')
    server.faults = ['request']
    say(draft, text('a', { text: 'mine' }))
    await vi.advanceTimersByTimeAsync(400)
    server.take('asha', [{ operation: text('a', { text: 'hers' }), step_id: 's', label: '', undoes: null }])
    await sync.receive(server.log)
    expect(draft.save.get().state).toBe('saved')
    expect(draft.sync.conflicts.get()).toMatchObject([{ mine: 'mine', theirs: 'hers' }])
  })

  it('knows its own edits again when only the answer was lost', async () => {
    const server = new Server()
    const { draft } = open(server, 'me')
    server.faults = ['answer']
    say(draft, node('c'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.log).toHaveLength(1)
    expect(draft.document.get()).toEqual(server.document)
  })

  it('saves what is typed on into a field when the answer to the beginning of it was lost', async () => {
    const server = new Server()
    const { draft } = open(server, 'me')
    server.faults = ['answer']
    say(draft, text('a', { text: 'He' }), 'Typed', 'a.text')
    await vi.advanceTimersByTimeAsync(300)
    expect(draft.save.get().state).toBe('waiting')
    say(draft, text('a', { text: 'Hey' }), 'Typed', 'a.text')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(draft.save.get().state).toBe('saved')
    expect(configOf(server.document, 'a')).toEqual({ text: 'Hey' })
  })

  it('leaves out the one edit that the server does not take, and shows it', async () => {
    const server = new Server()
    server.refuse = ({ operation }) => JSON.stringify(operation).includes('theirs')
    const { draft } = open(server, 'me')
    say(draft, node('c'))
    say(draft, text('a', { credential: 'theirs' }), 'Chose a credential')
    say(draft, text('b', { text: 'kept' }))
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.log.map(({ label }) => label)).toHaveLength(2)
    expect(draft.document.get()).toEqual(server.document)
    expect(draft.sync.conflicts.get()).toMatchObject([
      { type: 'refused', title: 'Chose a credential', reason: 'There is no such credential.' },
    ])
  })

  it('becomes read-only when the role was lowered, and keeps what was not sent', async () => {
    const server = new Server()
    server.closed = 'You can view this workflow but not edit it.'
    const { draft, left } = open(server, 'me')
    say(draft, node('c'))
    await vi.advanceTimersByTimeAsync(400)
    expect(draft.save.get()).toEqual({ state: 'read_only', reason: 'You can view this workflow but not edit it.' })
    expect(say(draft, node('d'))).toBe(false)
    expect(left()?.edits).toHaveLength(1)
  })

  it('brings back what a closed page had not sent, on what others made since', async () => {
    const server = new Server()
    const first = open(server, 'me')
    server.faults = Array.from({ length: 3 }, () => 'request' as const)
    say(first.draft, text('a', { text: '', mine: 'typed' }))
    await vi.advanceTimersByTimeAsync(400)
    first.sync.stop()
    server.faults = []
    server.take('asha', [{ operation: text('a', { text: 'hers' }), step_id: 's', label: '', undoes: null }])
    const second = open(server, 'me')
    expect(await second.sync.adopt(first.left() as Kept)).toBe(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(configOf(server.document, 'a')).toEqual({ text: 'hers', mine: 'typed' })
    expect(second.draft.document.get()).toEqual(server.document)
  })

  it('fetches the whole workflow where the log has a gap', async () => {
    const server = new Server()
    const { draft, sync } = open(server, 'me')
    say(draft, text('b', { text: 'mine' }))
    server.take('asha', [{ operation: node('c'), step_id: 's', label: '', undoes: null }])
    server.take('asha', [{ operation: node('d'), step_id: 't', label: '', undoes: null }])
    await sync.receive(server.log.slice(1))
    await vi.advanceTimersByTimeAsync(1000)
    expect(draft.document.get()).toEqual(server.document)
    expect(server.document.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('undo', () => {
  const hers = (server: Server, operation: Operation) =>
    server.take('Asha', [{ operation, step_id: `h${server.log.length}`, label: '', undoes: null }])

  it('takes back my change and leaves theirs, in the same node', async () => {
    const server = new Server()
    const { draft, sync } = open(server, 'me')
    say(draft, text('a', { text: 'mine' }), 'Typed')
    await sync.flush()
    hers(server, text('a', { text: 'mine', more: 'hers' }))
    await sync.catchUp()
    expect(draft.undo()).toBe(true)
    expect(configOf(draft.document.get(), 'a')).toEqual({ text: '', more: 'hers' })
    expect(draft.redo()).toBe(true)
    expect(configOf(draft.document.get(), 'a')).toEqual({ text: 'mine', more: 'hers' })
  })

  it('of what another person changed since is refused in words; the step before continues', async () => {
    const server = new Server()
    const { draft, sync } = open(server, 'me')
    say(draft, text('b', { text: 'first' }), 'Typed in b')
    say(draft, text('a', { text: 'mine' }), 'Typed in a')
    await sync.flush()
    hers(server, text('a', { text: 'hers' }))
    await sync.catchUp()
    expect(draft.undo()).toBe(false)
    expect(draft.refusal.get()).toBe('“Typed in a” stays: Asha has since changed “text” of “a”.')
    expect(configOf(draft.document.get(), 'a')).toEqual({ text: 'hers' })
    expect(draft.undo()).toBe(true)
    expect(configOf(draft.document.get(), 'b')).toEqual({})
  })

  it('continues after a reload, and on another page that is open', async () => {
    const server = new Server()
    const { draft, sync } = open(server, 'me')
    const other = open(server, 'me')
    for (const said of ['x', 'xy']) say(draft, text('a', { text: said }), 'Typed', 'a.text')
    say(draft, node('c'), 'Added c')
    draft.undo()
    await sync.flush()
    await other.sync.catchUp()
    const reloaded = historyOf(server.document, server.log, 'me')
    for (const history of [other.draft.history.get(), reloaded]) {
      expect(history?.undo.map(({ label }) => label)).toEqual(['Typed'])
      expect(history?.redo.map(({ label }) => label)).toEqual(['Added c'])
    }
    other.draft.undo()
    expect(configOf(other.draft.document.get(), 'a')).toEqual({ text: '' })
    other.draft.redo()
    other.draft.redo()
    expect(other.draft.document.get().nodes.map(({ id }) => id)).toContain('c')
  })
})

describe('two people over a bad connection', () => {
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.constantFrom('a', 'b', 'c', 'd').map((id) => node(id) as Step),
    fc.record({ type: fc.constant('remove_node' as const), node_id: fc.constantFrom('a', 'b', 'c') }),
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y'), fc.nat(9))
        .map(([id, field, value]) => text(id, { [field]: value })),
    },
    fc.record({
      type: fc.constant('rename' as const),
      node_id: fc.constantFrom('a', 'b'),
      new_id: fc.constantFrom('c', 'e'),
    }),
  )
  const act = fc.oneof(
    { weight: 4, arbitrary: step },
    fc.constantFrom('undo' as const, 'redo' as const, 'flush' as const, 'hear' as const),
  )
  const turns = fc.array(fc.record({ who: fc.constantFrom(0, 1), act }), { maxLength: 20 })
  const faults = fc.array(fc.constantFrom('request' as const, 'answer' as const, null), { maxLength: 8 })

  it('end with one document, each edit in it once, whatever was lost on the way', async () => {
    await fc.assert(
      fc.asyncProperty(turns, faults, async (list, broken) => {
        const server = new Server()
        const both = [open(server, 'me'), open(server, 'you')] as const
        server.faults = [...broken]
        for (const { who, act: what } of list) {
          const one = both[who] as (typeof both)[0]
          if (what === 'undo') one.draft.undo()
          else if (what === 'redo') one.draft.redo()
          else if (what === 'flush') await one.sync.flush()
          else if (what === 'hear') await one.sync.receive(server.log)
          else
            try {
              // Settings of a node are typed one after the other, as into a field.
              say(one.draft, what, 'x', what.type === 'set_config' ? `typed ${what.node_id}` : undefined)
            } catch (error) {
              if (!(error instanceof OperationError)) throw error
            }
        }
        await vi.advanceTimersByTimeAsync(120_000)
        server.faults = []
        for (const { sync } of both) await sync.catchUp()
        for (const { draft, sync } of both) {
          expect(sync.pending).toEqual([])
          expect(draft.document.get()).toEqual(server.document)
        }
        const ids = server.log.map(({ edit_id }) => edit_id)
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: 120 },
    )
  })
})

it('what is gone is selected no longer; what is renamed stays selected', () => {
  const draft = openDraft({ id: 'w', document: START, readOnly: null })
  const select = (...ids: string[]) => draft.selection.set({ nodes: new Set(ids), edges: new Set(), notes: new Set() })
  select('a', 'b')
  draft.perform({ type: 'rename', node_id: 'a', new_id: 'c' }, { label: 'Renamed' })
  expect([...draft.selection.get().nodes]).toEqual(['c', 'b'])
  draft.perform(node('d'), { label: 'Added' })
  select('d', 'b')
  draft.undo()
  expect([...draft.selection.get().nodes]).toEqual(['b'])
})

it('counts what is typed into one field as one change, however often it was sent', () => {
  const edit = (operation: Operation, label: string, step_id: string): Edit => ({
    edit_id: step_id,
    step_id,
    label,
    undoes: null,
    operation,
  })
  const typed = Array.from({ length: 12 }, (_, at) =>
    edit({ type: 'set_title', node_id: 'a', title: `a${at}` }, `Called a node a${at}`, `t${at}`),
  )
  const field = (name: string, at: number) => edit(text('a', { [name]: at }), `Changed ${name} of a`, `${name}${at}`)
  expect(changesIn([])).toBe(0)
  expect(changesIn(typed)).toBe(1)
  expect(changesIn([...typed, field('text', 1), field('text', 2), field('model', 3)])).toBe(3)
})
