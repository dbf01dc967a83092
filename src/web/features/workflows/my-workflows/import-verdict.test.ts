import { expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import type { ParsedWorkflow } from '#contract/workflows/transfer.ts'
import { validate } from '#graph/validate.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { analyse } from '#nodes/import/analyse.ts'
import { importN8n } from '#nodes/import/n8n/import-n8n.ts'
import { judgeImport } from './import-verdict.ts'

/** One step behind a trigger, with what hangs on it. */
function shown(type: string, parameters: Json, tool?: Json): ParsedWorkflow {
  const node = (name: string, kind: string, held: Json) => ({ name, type: kind, parameters: held, position: [0, 0] })
  const [made] = importN8n({
    name: 'W',
    nodes: [
      node('Start', 'n8n-nodes-base.manualTrigger', {}),
      node('It', type, parameters),
      ...(tool === undefined ? [] : [node('Search', '@n8n/n8n-nodes-langchain.toolVectorStore', tool)]),
    ],
    connections: {
      Start: { main: [[{ node: 'It', type: 'main', index: 0 }]] },
      ...(tool === undefined ? {} : { Search: { ai_tool: [[{ node: 'It', type: 'ai_tool', index: 0 }]] } }),
    },
  })
  if (!made) throw new Error('nothing was made')
  return {
    ...made,
    document: JSON.parse(JSON.stringify(made.document)),
    problems: validate(made.document, catalogue),
    analysis: analyse(made.document, made.slots),
  }
}

const HTTP = 'n8n-nodes-base.httpRequest'
const AGENT = '@n8n/n8n-nodes-langchain.agent'

it('never says that it can run next to an expression that will fail', () => {
  const workflow = shown(HTTP, { url: '={{ $execution.resumeUrl }}' })
  expect(judgeImport(workflow)).toMatchObject({ tone: 'warn', title: 'It needs work before it can run' })
  // The same holds after the import: the workflow is not ready.
  expect(workflow.problems).toMatchObject([{ code: 'not_translated', node: 'it', field: 'url' }])
})

it('keeps the method of a call as the expression it was, and guesses none', () => {
  const workflow = shown(HTTP, { url: 'https://a.example', method: '={{ $json.method }}' })
  expect(workflow.document).toMatchObject({ nodes: [{}, { config: { method: '{{ $input.method }}' } }] })
  expect(judgeImport(workflow)).toMatchObject({ tone: 'good', title: 'Ready to run' })
  const odd = shown(HTTP, { url: 'https://a.example', method: 'PURGE' })
  expect(judgeImport(odd)).toMatchObject({ tone: 'warn' })
})

it('says so when code uses what it does not have here', () => {
  const workflow = shown('n8n-nodes-base.code', { jsCode: "return require('x')" })
  expect(judgeImport(workflow)).toMatchObject({ tone: 'warn', text: expect.stringContaining('require') })
})

it('names what an agent has lost', () => {
  const workflow = shown(AGENT, { text: 'Answer' }, {})
  expect(judgeImport(workflow)).toMatchObject({
    tone: 'warn',
    title: 'It runs without one part',
    text: expect.stringContaining('“Search”'),
  })
  expect(judgeImport(shown(AGENT, { text: 'Answer' })).title).toBe('It can run after you make these choices')
})
