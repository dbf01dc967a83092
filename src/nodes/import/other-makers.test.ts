import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readWorkflowFile } from './read-file.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const refusal = (source: unknown): string => {
  try {
    readWorkflowFile(source, sha256)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'taken'
}

const edge = {
  id: 'e',
  source: 'a',
  target: 'b',
  sourceHandle: 'a-output',
  targetHandle: 'b-input',
  type: 'buttonedge',
}
const box = (type: string, data: object) => ({ id: 'a', type, position: { x: 0, y: 0 }, data })
const DIFY = `app:
  description: ''
  mode: workflow
  name: Read letters
kind: app
version: 0.1.5
workflow:
  graph:
    edges: []
    nodes: []
`

describe('a workflow of another product', () => {
  it.each([
    ['Dify', DIFY],
    ['Dify', { app: { name: 'a', mode: 'workflow' }, kind: 'app', version: '0.3.0', workflow: {} }],
    ['Dify', { graph: { nodes: [box('custom', { type: 'start' })], edges: [] } }],
    [
      'Sim',
      { version: '1.0', exportedAt: '2026-01-01', state: { blocks: { a: {} }, edges: [], loops: {}, parallels: {} } },
    ],
    ['Sim', "version: '1.0'\nblocks:\n  start:\n    type: starter\n"],
    ['Flowise', { nodes: [box('customNode', { baseClasses: ['Tool'] })], edges: [edge] }],
    ['Flowise', { nodes: [box('agentFlow', {})], edges: [] }],
    ['Langflow', { data: { nodes: [box('genericNode', { node: {}, type: 'Prompt' })], edges: [] }, name: 'x' }],
    ['Activepieces', { name: 'x', template: { displayName: 'x', trigger: { type: 'PIECE_TRIGGER' } } }],
    ['Make', { name: 'x', flow: [{ id: 1, module: 'http:ActionSendData' }], metadata: {} }],
    ['Zapier', { metadata: {}, zaps: [] }],
    ['Node-RED', [{ id: 'a', type: 'inject', z: 'f', wires: [['b']] }]],
    ['another product', { nodes: [], edges: [] }],
    ['another product', { nodes: [{ constructorOf: '__proto__' }], edges: [{ source: '<b>' }], viewport: {} }],
  ])('of %s is refused by its name', (name, source) => {
    for (const one of typeof source === 'string' ? [source] : [source, JSON.stringify(source)])
      expect(refusal(one)).toContain(`This is a workflow of ${name}.`)
  })

  it('is not said of what n8n gives, of ours, and of what is no workflow', () => {
    const step = { name: 'Go', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} }
    expect(refusal({ nodes: [step], connections: {} })).toBe('taken')
    expect(refusal({ nodes: [step] })).toBe('taken')
    expect(refusal([{ nodes: [step], connections: {} }])).toBe('taken')
    expect(refusal({ schema_version: 1, nodes: [], edges: [], notes: [], groups: [] })).toBe('taken')
    expect(refusal({ format: 'chowk.workflow', format_version: 99, nodes: [], edges: [] })).toContain('newer version')
    for (const source of [{}, [], 'null', { a: 1 }, [1, 2], { edges: [] }])
      expect(refusal(source)).not.toContain('This is a workflow of')
  })
})
