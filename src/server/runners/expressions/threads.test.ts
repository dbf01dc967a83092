import { afterEach, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { ExpressionThreads } from './threads.ts'

/** Takes a second of processor time, the most one expression may take. */
const ENDLESS = '($f := function($n) { $f($n + 1) }; $f(0))'

let threads: ExpressionThreads | undefined
afterEach(() => threads?.stop())

function start(options: { size?: number; killCpuMs?: number; maxQueue?: number } = {}): ExpressionThreads {
  const log = { info: () => {}, warn: () => {} }
  threads = new ExpressionThreads({
    size: 1,
    heapMb: 256,
    maxQueue: 100,
    killCpuMs: 5_000,
    idleMs: 60_000,
    log,
    ...options,
  })
  return threads
}

const item = (source: string, value: Json) => ({ source, items: [value], from: 0, input: null })

it('an expression gives the same in a thread, with its input, earlier results and item', async () => {
  const config = { to: '{{ $nodes.a.mail & $string($index) }}', all: ['{{ $map($input, function($v) { $v * 2 }) }}'] }
  const bindings = { input: [1, 2], nodes: { a: { mail: 'x' } }, item: 7, index: 3 }
  const { settings } = await start().settings('a', { config: JSON.stringify(config), raw: [], bindings })
  expect(settings).toEqual({ to: 'x3', all: [[2, 4]] })
})

it('says at which item an expression failed, and which setting it was', async () => {
  const pool = start()
  const job = { source: '$uppercase($)', items: ['a', 1, 'b'], from: 0, input: null }
  expect(await pool.items('a', job)).toMatchObject({ values: ['A'], failed: { code: 'expression_failed' } })
  const settings = { config: '{"b":"{{ $error(1) }}"}', raw: [], bindings: { input: null, nodes: {} } }
  expect(await pool.settings('a', settings)).toMatchObject({ failed: { code: 'expression_failed', field: 'b' } })
})

it('an owner with many expressions waiting does not delay the expression of another by more than two', async () => {
  const pool = start()
  const order: string[] = []
  const one = (owner: string) => pool.items(owner, item('$sum([1..20000])', null)).then(() => order.push(owner))
  await Promise.all([...Array.from({ length: 12 }, () => one('greedy')), one('other')])
  expect(order.indexOf('other')).toBeLessThanOrEqual(2)
})

it('a thread that goes past its processor time is ended, with a named error, and the next expression gets another', async () => {
  const pool = start({ killCpuMs: 50 })
  expect(await pool.items('a', item(ENDLESS, null))).toMatchObject({ failed: { code: 'expression_timeout' } })
  expect(await pool.items('b', item('$ & "!"', 'on'))).toMatchObject({ values: ['on!'], failed: null })
})

it('an owner whose queue is full is told to try again, and nobody else', async () => {
  const pool = start({ maxQueue: 1 })
  const first = [pool.items('a', item(ENDLESS, null)), pool.items('a', item('1', null))]
  await expect(pool.items('a', item('1', null))).rejects.toMatchObject({ code: 'runner_busy', retryable: true })
  await expect(pool.items('b', item('2', null))).resolves.toMatchObject({ values: [2] })
  await Promise.all(first)
})
