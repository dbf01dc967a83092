import { describe, expect, it } from 'vitest'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { validate } from '#graph/validate.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { setup } from '#web/canvas/services/analysis/setup.ts'
import { withCredentials } from '#web/canvas/services/queries/use-setup.ts'
import { followed } from './steps.ts'

const node = (id: string, type: string, config: WorkflowNode['config'] = {}): WorkflowNode => ({
  id,
  type,
  version: catalogue.get(type)?.version ?? 1,
  title: id.toUpperCase(),
  config,
  position: { x: 0, y: 0 },
})
const edge = (from: string, to: string) => ({
  id: `${from}-${to}`,
  from: { node: from, port: 'out' },
  to: { node: to, port: 'in' },
})
const CREDENTIAL = '0f9e8d7c-6b5a-4c3d-8e1f-0a1b2c3d4e5f'

/** In another order than it runs. */
const document: WorkflowDocument = {
  schema_version: 1,
  nodes: [
    node('rows', 'postgres_query', { query: '' }),
    node('call', 'http_request', { credential: CREDENTIAL }),
    node('begin', 'manual_trigger'),
    node('way', 'switch', {
      rules: [
        { port: 'a', condition: true },
        { port: '9', condition: true },
      ],
    }),
    { ...node('off', 's3'), disabled: true },
  ],
  edges: [edge('begin', 'call'), edge('call', 'rows'), edge('rows', 'way'), edge('call', 'off')],
  notes: [],
  groups: [],
}
const known = (given = document) => setup({ document: given, problems: validate(given, catalogue) })

describe('what is still to be set up', () => {
  it('is every field and credential, in the order of the run and of the form', () => {
    expect(known().items.map(({ title, label, field }) => [title, label, field])).toEqual([
      ['CALL', 'Address', 'url'],
      ['ROWS', 'Database', 'credential'],
      ['ROWS', 'Query', 'query'],
      ['WAY', 'Rules 2 › Port', 'rules.1.port'],
    ])
  })
  it('names credentials that are not there any more', () => {
    const left = (own: { id: string }[]) => withCredentials(known(), own).filter(({ node }) => node === 'call').length
    expect([left([{ id: CREDENTIAL }]), left([])]).toEqual([1, 2])
  })
  it('says of an empty workflow how to begin', () => {
    const { items } = known({ ...document, nodes: [], edges: [] })
    expect(items).toEqual([
      expect.objectContaining({ node: null, message: 'The workflow is empty: begin with a trigger' }),
    ])
  })
  it('keeps what is done on the list, ticked, and takes new things in at their place', () => {
    const { items } = known()
    const began = followed([], items)
    expect(began.map(({ done }) => done)).toEqual([false, false, false, false])
    expect(followed(began, items)).toBe(began)
    const [first, second, ...rest] = items
    if (!first || !second) throw new Error('There is nothing to set up')
    const fresh = { ...second, field: 'mode' }
    const later = followed(began, [second, fresh, ...rest])
    expect(later.map(({ field, done }) => [field, done])).toEqual([
      ['url', true],
      ['credential', false],
      ['mode', false],
      ['query', false],
      ['rules.1.port', false],
    ])
    expect(followed(later, items)[0]).toMatchObject({ field: 'url', done: false })
  })
})
