/** A custom agent and a chat with its draft, on an app with a model that answers as the test says. */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { createTestApp, type Person, type TestApp } from './app.ts'
import { embedByWords } from './embed.ts'
import { until } from './engine.ts'

export interface DraftAgent extends AsyncDisposable {
  peer: ModelPeer
  test: TestApp
  me: Person
  stranger: Person
  /** The id of its workflow. */
  agent: string
  /** Changes settings of its AI agent. */
  set(changes: JsonObject): Promise<void>
  /** Asks in a new chat. @returns what was answered, and what the run says of the agent's step */
  ask(
    text: string,
    as?: Person,
  ): Promise<{ text: string; run: string; logs: { message: string; data: JsonObject }[]; calls: number }>
}

export async function openDraftAgent(): Promise<DraftAgent> {
  const peer = await startModelPeer()
  const base = { provider: 'custom', base_url: peer.url, model: 'house', api_key: null }
  const model = { ...base, input_price: 100, output_price: 100 }
  const test = await createTestApp({ models: { model, outboundAllow: [peer.host] } as never, embed: embedByWords })
  const [me, stranger] = [await test.person('seller'), await test.person('seller')]
  const agent = (await test.call('POST', '/api/v1/custom-agents', { as: me, body: {} })).body.data.id
  return {
    peer,
    test,
    me,
    stranger,
    agent,
    async set(changes) {
      const { document, revision } = (await test.call('GET', `/api/v1/workflows/${agent}`, { as: me })).body.data
      const node = document.nodes.find(({ type }: WorkflowNode) => type === 'ai_agent')
      const operations = [{ type: 'set_config', node_id: node.id, config: { ...node.config, ...changes } }]
      await test.call('PUT', `/api/v1/workflows/${agent}`, { as: me, body: { base_revision: revision, operations } })
    },
    async ask(text, as = me) {
      const chat = await test.call('POST', '/api/v1/conversations', { as, body: { workflow_id: agent } })
      const messages = `/api/v1/conversations/${chat.body.data.id}/messages`
      const sent = await test.call('POST', messages, { as, body: { key: randomUUID(), text } })
      const answer = await until(async () => {
        const { items } = (await test.call('GET', messages, { as })).body.data
        return items.find(({ role }: { role: string }) => role === 'agent')
      })
      const id = sent.body.data.execution_id
      const run = (await test.call('GET', `/api/v1/executions/${id}`, { as })).body.data
      const step = run.nodes.find(({ type }: { type: string }) => type === 'ai_agent')
      return { text: answer.text, run: id, logs: step.logs, calls: run.usage.calls }
    },
    async [Symbol.asyncDispose]() {
      await test.close()
      await peer.close()
    },
  }
}
