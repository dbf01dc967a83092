import { expect, it } from 'vitest'
import { busy } from '#test/support/busy.ts'
import type { Journal } from './journal.ts'
import { Recorder } from './recorder.ts'

it('a result that mentions one large value very often is refused before it is written', () => {
  const recorder = new Recorder({} as Journal, { id: 'e1', epoch: 1, seq: 0 }, () => {})
  const big = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`${'field'.repeat(15)}_${at}`, null]))
  const row = (times: number) => ({
    node_id: 'a',
    status: 'succeeded' as const,
    started_at: 1,
    output: Array.from({ length: times }, () => big),
  })
  const used = busy()
  expect(() => recorder.add(row(1_000))).toThrow(expect.objectContaining({ code: 'run_too_large' }))
  // Written, it takes two seconds and half a gigabyte.
  expect(used()).toBeLessThan(500)
  recorder.add(row(10))
  expect(() => recorder.add(row(150))).toThrow(expect.objectContaining({ code: 'run_too_large' }))
  recorder.release()
})
