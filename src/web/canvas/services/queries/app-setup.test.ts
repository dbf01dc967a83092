import { expect, it } from 'vitest'
import type { WorkflowDocument } from '#graph/document.ts'
import { withApps } from './app-setup.ts'

const action = {
  needs_account: true,
  integration: { id: 'sheets', name: 'Sheets', logo: null },
  input_schema: { type: 'object', properties: { range: { type: 'string' }, note: {} }, required: ['range'] },
}
const step = (id: string, config: object, rest: object = {}) => ({
  ...{ id, type: 'app_action', version: 1, title: id, position: { x: 0, y: 0 } },
  ...{ config: { integration: 'sheets', action: 'add', ...config }, ...rest },
})
const documentOf = (...nodes: object[]) => ({ nodes, edges: [], notes: [], groups: [] }) as unknown as WorkflowDocument
const lacks = (document: WorkflowDocument, items: Parameters<typeof withApps>[0] = []) =>
  withApps(items, document, { 'sheets/add': action }).map(({ node, field, message }) => `${node} ${field}: ${message}`)

it('names the account and each required input that is missing', () => {
  expect(lacks(documentOf(step('one', { input: { note: 'x' } })))).toEqual([
    'one credential: Connect an account at Sheets',
    'one input.range: Required',
  ])
  expect(lacks(documentOf(step('one', { credential: 'an id', input: { range: '{{ $input.range }}' } })))).toEqual([])
})

it('asks nothing of a step that does not run, or whose action is not known yet', () => {
  const loose = { node: 'one', title: 'one', field: null, label: '', message: 'Not connected', loose: true as const }
  expect(lacks(documentOf(step('one', {})), [loose])).toHaveLength(1)
  expect(lacks(documentOf(step('one', {}, { disabled: true })))).toEqual([])
  expect(lacks(documentOf(step('one', { action: 'other' })))).toEqual([])
})
