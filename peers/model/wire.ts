/** Answers as they go over the wire: whole, or piece by piece. */
import type { ServerResponse } from 'node:http'
import type { Answer } from './behaviour.ts'

export function sendWhole(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The events of a streamed answer. */
export function pieces(answer: Answer, withUsage: boolean): object[] {
  const delta = (content: object, finish_reason: string | null = null) => chunk(answer.model, content, finish_reason)
  const words = answer.text.match(/\S+\s*|\s+/g) ?? []
  // A long answer comes in bigger pieces.
  const size = Math.ceil(words.length / 2_000) || 1
  const texts = Array.from({ length: Math.ceil(words.length / size) }, (_, at) =>
    words.slice(at * size, (at + 1) * size).join(''),
  )
  return [
    delta({ role: 'assistant', content: '' }),
    ...texts.map((content) => delta({ content })),
    ...answer.calls.map(({ id, ...call }, index) =>
      delta({ tool_calls: [{ index, id, type: 'function', function: call }] }),
    ),
    delta({}, answer.finish),
    ...(withUsage && answer.usage ? [{ ...delta({}), choices: [], usage: answer.usage }] : []),
  ]
}

const chunk = (model: string, content: object, finish_reason: string | null = null) => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  model,
  choices: [{ index: 0, delta: content, finish_reason }],
})

/** Sends each word when it is said. */
export async function speak(response: ServerResponse, model: string, words: AsyncIterable<string>): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  const send = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`)
  for await (const content of words) {
    if (response.destroyed) return
    send(chunk(model, { content }))
  }
  send(chunk(model, {}, 'stop'))
  response.end('data: [DONE]\n\n')
}

/** @param cut after so many events the connection breaks; null for never */
export function sse(response: ServerResponse, events: readonly object[], cut: number | null): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const [index, event] of events.entries()) {
    if (index === cut) {
      // What was written before must reach the other side first.
      setImmediate(() => response.destroy())
      return
    }
    response.write(`data: ${JSON.stringify(event)}\n\n`)
  }
  response.end('data: [DONE]\n\n')
}
