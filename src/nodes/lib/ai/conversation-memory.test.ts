import { expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import type { ModelMessage } from '#nodes/model-port.ts'
import type { EarlierTurn, MemoryPort } from '#nodes/ports.ts'
import { estimateTokens, rememberedMessages } from './conversation-memory.ts'

const turn = (n: number): EarlierTurn => ({ id: `m${n}`, role: n % 2 ? 'person' : 'agent', text: `${n} `.repeat(40) })
const turns = Array.from({ length: 30 }, (_, at) => turn(at + 1))
const history = (from: number) =>
  turns.slice(from).map(({ role, text }) => ({ role: role === 'agent' ? 'workflow' : role, text })) as Json

/** What the model is given of the conversation, and what was kept of it. */
async function remember(
  settings: { history_tokens?: number; summary: boolean },
  passed: Json,
  memory?: Pick<MemoryPort, 'earlier' | 'keepSummary'>,
) {
  const kept: object[] = []
  const generate = async () => ({
    text: 'A summary.',
    tool_calls: [],
    usage: { input_tokens: 9, output_tokens: 3, cost_micros: 1 },
    model: 'm',
    finish: 'stop' as const,
  })
  const ctx = {
    config: { max_output_tokens: 100, ...settings },
    memory: memory ?? {
      earlier: async () => ({ summary: '', turns }),
      keepSummary: async (_id: string, summary: object) => void kept.push(summary),
    },
    model: { generate, available: async () => true },
    run: { execution_id: 'e1', as: { owner: { user_id: 'u1' }, author: null, version: null } },
    signal: new AbortController().signal,
    log: () => undefined,
    now: () => new Date(0),
  }
  const { messages, used } = await rememberedMessages(ctx as never, passed)
  return { texts: messages.map(({ content }: ModelMessage) => content.trim()), used, kept }
}

it('passes on the newest messages that fit into the budget', async () => {
  const { texts, used } = await remember({ summary: false, history_tokens: 100 }, history(0))
  expect(texts.map((text) => text.split(' ')[0])).toEqual(['28', '29', '30'])
  expect(used).toBeNull()
  expect((await remember({ summary: false }, history(0))).texts).toHaveLength(30)
  expect(
    (await remember({ summary: false, history_tokens: 100 }, [{ role: 'person', text: 'x'.repeat(999) }])).texts,
  ).toEqual([])
})

it('summarises what fell out of the window, and counts what that took', async () => {
  const { texts, used, kept } = await remember({ summary: true }, history(26))
  expect(kept).toEqual([{ through: 'm26', text: 'A summary.' }])
  expect(texts[0]).toContain('A summary.')
  expect(texts.slice(1).map((text) => text.split(' ')[0])).toEqual(['27', '28', '29', '30'])
  expect(used).toMatchObject({ input_tokens: 9 })
})

it('waits until several messages have fallen out, and passes those on meanwhile', async () => {
  const few = {
    earlier: async () => ({ summary: 'Before.', turns: turns.slice(22) }),
    keepSummary: async () => undefined,
  }
  const { texts, used } = await remember({ summary: true }, history(26), few)
  expect(used).toBeNull()
  expect(texts).toHaveLength(9)
  expect(texts[0]).toContain('Before.')
})

it('passes on the window alone where the run answers no conversation', async () => {
  const none = { earlier: async () => null, keepSummary: async () => undefined }
  expect((await remember({ summary: true }, history(26), none)).texts).toHaveLength(4)
})

it('counts Indian scripts as more than letters', () => {
  expect(estimateTokens('fees')).toBe(1)
  expect(estimateTokens('शुल्क')).toBe(4)
})
