import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { applyOperation } from '#graph/apply.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { Operation } from '#graph/operations.ts'
import { parseDocument } from '#graph/parse-document.ts'
import {
  changeCheck,
  changeCover,
  changeForm,
  changeKnowledge,
  changePrompt,
  changeSettings,
  newAgent,
} from './change-agent.ts'
import { handsOver, withHandOver } from './hand-over.ts'
import { knowledgeOf } from './knowledge.ts'
import { NO_PROMPT, type Prompt, readPrompt, writePrompt } from './prompt.ts'
import { type AgentSteps, readAgent } from './read-agent.ts'

const PROMPT: Prompt = {
  purpose: 'Answers patients’ questions',
  instructions: 'Be kind.\n\nUse short sentences.\n',
  topics: ['appointments', 'fees'],
  cites: true,
  unsure: 'colleague',
}
const HTTP_TOOL: JsonObject = { kind: 'http', name: 'order', description: 'An order', url: 'https://example.com/o' }
const agent = () => newAgent({ prompt: PROMPT, greeting: 'Hello', starters: ['When are you open?'] })

function fitting(document: WorkflowDocument): { steps: AgentSteps; prompt: Prompt } {
  const found = readAgent(document)
  if (!found.fits) throw new Error(found.reasons.join(' '))
  return found
}

type Change = (document: WorkflowDocument, steps: AgentSteps) => Operation
const changed = (document: WorkflowDocument, ...changes: Change[]): WorkflowDocument =>
  changes.reduce((now, change) => applyOperation(now, change(now, fitting(now).steps)).document, document)
const kinds = ({ nodes }: WorkflowDocument) => nodes.map(({ type }) => type).sort()

describe('the role of an agent as one text', () => {
  it.each<[string, Partial<Prompt>]>([
    ['nothing', {}],
    ['a purpose that is still being typed', { purpose: 'Answers \n' }],
    ['instructions with empty lines at their end', { instructions: 'One\n\n\nTwo\n\n' }],
    ['all of it', PROMPT],
  ])('comes back as it was: %s', (_what, part) => {
    const prompt = { ...NO_PROMPT, ...part }
    expect(readPrompt(writePrompt(prompt))).toEqual(prompt)
  })

  it('keeps every word that was written by hand, as instructions', () => {
    expect(readPrompt('You are a clerk.\n\n# Rules\nNo jokes.')).toEqual({
      ...NO_PROMPT,
      instructions: 'You are a clerk.\n\n# Rules\nNo jokes.',
    })
    const edited = writePrompt(PROMPT).replace('Never guess.', 'Never ever guess.')
    const read = readPrompt(edited)
    expect(read.unsure).toBeNull()
    expect(read.instructions).toContain('Never ever guess.')
  })

  it('takes no heading of a person’s own for one of its sections', () => {
    const read = readPrompt(writePrompt({ ...NO_PROMPT, purpose: 'P', instructions: 'A\n\n# Topics\nB' }))
    expect(read).toEqual({ ...NO_PROMPT, purpose: 'P', instructions: 'A\n\n## Topics\nB' })
  })
})

describe('a new agent', () => {
  it('is a document, and is recognised with what it was made of', () => {
    const document = agent()
    expect(parseDocument(document).problems).toEqual([])
    const { steps, prompt } = fitting(document)
    expect(prompt).toEqual(PROMPT)
    expect(steps.chat.config).toEqual({ greeting: 'Hello', starters: ['When are you open?'] })
    expect([steps.check, steps.cover]).toEqual([null, null])
  })
})

describe('a change', () => {
  it.each<[string, Change[], string[]]>([
    ['of the check of messages', [(d, s) => changeCheck(d, s, true)], ['guardrails', 'template']],
    ['of the cover of answers', [(d, s) => changeCover(d, s, true)], ['guardrails']],
    [
      'of both',
      [(d, s) => changeCover(d, s, true), (d, s) => changeCheck(d, s, true)],
      ['guardrails', 'guardrails', 'template'],
    ],
  ])('%s adds steps, and taking it back leaves the rest as it was', (_what, changes, added) => {
    const before = agent()
    const after = changed(before, ...changes)
    expect(kinds(after)).toEqual([...kinds(before), ...added].sort())
    expect(parseDocument(after).problems).toEqual([])
    const off = changed(
      after,
      (d, s) => changeCover(d, s, false),
      (d, s) => changeCheck(d, s, false),
    )
    expect(off.nodes.map(({ id, config, position }) => ({ id, config, position }))).toEqual(
      before.nodes.map(({ id, config, position }) => ({ id, config, position })),
    )
    expect(off.edges.map(({ from, to }) => [from, to])).toEqual(
      expect.arrayContaining(before.edges.map(({ from, to }) => [from, to])),
    )
  })

  it('to an answer in a form takes the cover away, and back to text works again', () => {
    const schema = { type: 'object', properties: { fee: { type: 'number' } } }
    const covered = changed(agent(), (d, s) => changeCover(d, s, true))
    const formed = changed(covered, (d, s) => changeForm(d, s, schema))
    expect(fitting(formed).steps).toMatchObject({
      cover: null,
      agent: { config: { schema } },
      answer: { type: 'choose_fields', config: { value: '{{ $nodes.agent.object }}' } },
    })
    const text = changed(formed, (d, s) => changeForm(d, s, null))
    expect(fitting(text).steps.answer).toMatchObject({ type: 'template', config: { text: '{{ $nodes.agent.text }}' } })
    expect(fitting(text).steps.agent.config).not.toHaveProperty('schema')
  })

  it('of settings is undone by its inverse', () => {
    const before = agent()
    const { steps } = fitting(before)
    for (const operation of [
      changePrompt(steps, NO_PROMPT),
      changeSettings(steps.chat, { greeting: undefined }),
      changeCheck(before, steps, true),
    ]) {
      const { document, inverse } = applyOperation(before, operation)
      expect(document).not.toEqual(before)
      expect(applyOperation(document, inverse).document).toEqual(before)
    }
  })

  it('of its knowledge is one tool over all bases, and the answer has the passages', () => {
    const ids = ['0190a8f0-0000-7000-8000-000000000001', '0190a8f0-0000-7000-8000-000000000002']
    const before = changed(agent(), (_, s) => changeSettings(s.agent, { tools: [HTTP_TOOL] }))
    const with2 = changed(before, (d, s) => changeKnowledge(d, s, ids))
    const { steps } = fitting(with2)
    expect(parseDocument(with2).problems).toEqual([])
    expect(knowledgeOf(steps.agent)).toEqual(ids)
    expect(steps.agent.config).toMatchObject({
      without_model: 'quote',
      tools: [
        HTTP_TOOL,
        { node: 'knowledge_search', acts: false, config: { knowledge_id: ids[0], knowledge_ids: [ids[1]] } },
      ],
    })
    expect(steps.answer).toMatchObject({
      type: 'set_fields',
      config: { fields: [{ value: '{{ $nodes.agent.text }}' }, { value: '{{ $nodes.agent.citations }}' }] },
    })
    const one = changed(with2, (d, s) => changeKnowledge(d, s, ids.slice(0, 1)))
    expect(knowledgeOf(fitting(one).steps.agent)).toEqual(ids.slice(0, 1))
    const none = changed(one, (d, s) => changeKnowledge(d, s, []))
    expect(none.nodes.map(({ config }) => config)).toEqual(before.nodes.map(({ config }) => config))
  })

  it('of the hand-over is one tool, once, next to the others', () => {
    const before = changed(agent(), (_, s) => changeSettings(s.agent, { tools: [HTTP_TOOL] }))
    const turn = (on: boolean) => (_: WorkflowDocument, s: AgentSteps) =>
      changeSettings(s.agent, withHandOver(s.agent, on))
    const twice = changed(before, turn(true), turn(true))
    expect(parseDocument(twice).problems).toEqual([])
    expect(handsOver(fitting(twice).steps.agent)).toBe(true)
    expect(fitting(twice).steps.agent.config.tools).toMatchObject([HTTP_TOOL, { node: 'hand_over', acts: false }])
    expect(changed(twice, turn(false)).nodes).toEqual(before.nodes)
  })

  it('of the cover keeps what the sources say out of the answer, too', () => {
    const id = '0190a8f0-0000-7000-8000-000000000001'
    const covered = changed(
      agent(),
      (d, s) => changeCover(d, s, true),
      (d, s) => changeKnowledge(d, s, [id]),
    )
    const citations = (document: WorkflowDocument) => JSON.stringify(fitting(document).steps.answer?.config.fields)
    expect(citations(covered)).toContain('quote')
    expect(citations(changed(covered, (d, s) => changeCover(d, s, false)))).not.toContain('quote')
  })

  it('follows what the steps are called', () => {
    const { document } = applyOperation(agent(), { type: 'rename', node_id: 'agent', new_id: 'clerk' })
    const after = changed(document, (d, s) => changeCover(d, s, true))
    expect(fitting(after).steps.cover?.config.text).toBe('{{ $nodes.clerk.text }}')
  })
})

describe('a workflow that has outgrown the builder', () => {
  const mail: WorkflowNode = { ...agent().nodes[0], id: 'mail', type: 'send_email', title: 'Tell us' } as WorkflowNode
  const adds = (node: WorkflowNode) => ({ ...agent(), nodes: [...agent().nodes, node] })
  it.each<[string, WorkflowDocument, RegExp]>([
    ['another kind of step', adds(mail), /“Tell us”/],
    ['two agents', adds({ ...mail, type: 'ai_agent' }), /more than one AI agent/],
    ['no chat', { ...agent(), nodes: agent().nodes.slice(1), edges: agent().edges.slice(1) }, /start with a chat/],
    ['a step that nothing leads to', adds({ ...mail, type: 'template' }), /aren’t part of the conversation/],
    ['a connection that is missing', { ...agent(), edges: [] }, /connected in another way/],
    [
      'a step that is turned off',
      { ...agent(), nodes: agent().nodes.map((node) => ({ ...node, disabled: node.id === 'answer' })) },
      /turned off: “Answer”/,
    ],
    ['nothing', { ...agent(), nodes: [], edges: [] }, /start with a chat/],
  ])('says so in words: %s', (_what, document, reason) => {
    const found = readAgent(document)
    expect(found.fits).toBe(false)
    expect(found.fits ? '' : found.reasons.join(' ')).toMatch(reason)
  })
})
