import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { compileConfig } from '#graph/expressions/expressions.ts'
import { rawFields } from '#graph/values/raw-fields.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { aiAgent } from '#nodes/types/ai/ai-agent.ts'
import { AgentTool, needsApproval, REACHING_OUT } from './agent-tools.ts'

const NO_WORKFLOW = '01890000-0000-7000-8000-0000000000aa'

describe('the tools of an agent', () => {
  it('works out the fixed input of its tools before the run, and nothing else of them', async () => {
    const tool = { name: 'refund', description: 'About {{ $input.chat }}', parameters: { type: 'object' } }
    const tools = [
      { kind: 'workflow', ...tool, workflow_id: NO_WORKFLOW, fixed: { chat: '{{ $input.chat }}', by: 'shop' } },
      {
        kind: 'node',
        ...tool,
        name: 'set',
        node: 'set_fields',
        config: { fields: [{ name: 'a', value: '{{ $input.a }}' }] },
      },
    ]
    const settings = compileConfig({ task: 'x', tools }, { raw: rawFields(aiAgent.config) })
    const resolved = await settings.resolve({ input: { chat: 7 } })
    expect(resolved.tools).toEqual([{ ...tools[0], fixed: { chat: 7, by: 'shop' } }, tools[1]])
  })

  it('searches a vector database that its author named without asking, and asks before any other use of it', () => {
    const search = (config: JsonObject, acts = false) =>
      needsApproval(
        AgentTool.parse({ kind: 'node', name: 'look', description: 'x', acts, node: 'vector_store', config }),
      )
    const place = { store: 'qdrant', address: 'https://q.example', collection: 'handbook', query: '{{ $input.query }}' }
    expect(search(place)).toBe(false)
    expect(search({ ...place, operation: 'add' })).toBe(true)
    expect(search(place, true)).toBe(true)
    for (const field of ['address', 'collection', 'namespace', 'search_function'])
      expect(search({ ...place, [field]: '{{ $input.where }}' })).toBe(true)
  })
})

it('asks a person before any node that reaches other servers, whatever its author says of it', () => {
  // A new integration is one of them, too.
  const reaching = catalogue.all.filter(({ category, type }) => category === 'integration' && type !== 'http_request')
  expect(reaching.map(({ type }) => type).filter((type) => !REACHING_OUT.has(type))).toEqual([])
  const look = { kind: 'node', name: 'look', description: 'x', acts: false, config: {} } as const
  expect(needsApproval(AgentTool.parse({ ...look, node: 'rss_read' }))).toBe(true)
  expect(needsApproval(AgentTool.parse({ ...look, node: 'rss_read', approved: true }))).toBe(false)
  expect(needsApproval(AgentTool.parse({ ...look, node: 'hash_text' }))).toBe(false)
})
