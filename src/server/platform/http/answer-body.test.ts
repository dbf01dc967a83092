import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import type { FastifyReply } from 'fastify'
import { expect, it } from 'vitest'
import { JsonText } from '#contract/core/json-text.ts'
import { Json } from '#contract/core/primitives.ts'
import { bodyOf, LargeAnswers } from './answer-body.ts'

const sent = async (body: string | Readable): Promise<unknown> =>
  JSON.parse(typeof body === 'string' ? body : await textOf(body))

it('puts texts in their places, among values that look like anything', async () => {
  const value = { a: new JsonText('{"x":1.0}'), b: ['"', new JsonText('null'), '\\"'], c: new JsonText('"é"') }
  expect(await sent(bodyOf({ data: value }))).toEqual({ data: { a: { x: 1 }, b: ['"', null, '\\"'], c: 'é' } })
  expect(Json.safeParse(value).success).toBe(true)
})

it('sends what is long in slices, and no character in halves', async () => {
  const long = `${'x'.repeat(256 * 1024 - 6)}${'😀'.repeat(300_000)}`
  const body = bodyOf({ long: new JsonText(JSON.stringify(long)), after: 1 })
  expect(body).toBeInstanceOf(Readable)
  expect(await sent(body)).toEqual({ long, after: 1 })
})

it('opens a file only when the answer is sent', async () => {
  let opened = 0
  const file = new JsonText(() => {
    opened++
    return Readable.from([Buffer.from('[1,'), Buffer.from('2]')])
  })
  const body = bodyOf(file)
  expect(opened).toBe(0)
  expect(await sent(body)).toEqual([1, 2])
})

class Response extends EventEmitter {
  destroyed = false
  writableEnded = false
  setTimeout(): this {
    return this
  }
}
const replyOf = (raw: Response): FastifyReply => ({ raw }) as never

it('sends a caller two large answers at a time, and the next when one has gone', async () => {
  const answers = new LargeAnswers()
  const begun: string[] = []
  const raws = Array.from({ length: 4 }, () => new Response())
  const ask = (raw: Response, name: string, scope = 'asha') =>
    answers.send(scope, replyOf(raw), async () => begun.push(name))
  const all = raws.map((raw, at) => ask(raw, `${at}`))
  await Promise.all(all.slice(0, 2))
  await ask(new Response(), 'of another', 'bela')
  expect(begun).toEqual(['0', '1', 'of another'])
  // The third left while it waited.
  Object.assign(raws[2] as Response, { destroyed: true })
  const left = expect(all[2]).rejects.toMatchObject({ code: 'malformed_payload' })
  raws[0]?.emit('finish')
  await left
  await all[3]
  expect(begun.at(-1)).toBe('3')
})
