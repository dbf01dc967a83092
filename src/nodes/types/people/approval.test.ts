import { describe, expect, it } from 'vitest'
import { tryNode } from '#nodes/trial.ts'
import { approval } from './approval.ts'

const input = { total: 5 }
const answer = (approved: boolean) => ({ type: 'approval', approved, comment: 'fine', by: 'u1' }) as const

describe('approval', () => {
  it('asks a person, with a time limit if wanted', async () => {
    expect(await tryNode(approval, { title: 'Pay?' }, { input })).toEqual({
      type: 'wait',
      wait: { type: 'approval', title: 'Pay?', details: input, until: null, from_input: true },
    })
    expect(await tryNode(approval, { details: 'x', timeout_seconds: 60 }, { input })).toMatchObject({
      wait: { details: 'x', until: '2026-01-31T09:31:00.000Z' },
    })
  })

  it('continues by the answer', async () => {
    const output = { comment: 'fine', by: 'u1', input }
    expect(await tryNode(approval, {}, { input, resolution: answer(true) })).toEqual({
      type: 'output',
      output,
      port: 'approved',
    })
    expect(await tryNode(approval, {}, { input, resolution: answer(false) })).toEqual({
      type: 'output',
      output,
      port: 'rejected',
    })
    expect(await tryNode(approval, {}, { input, resolution: { type: 'timeout' } })).toMatchObject({ port: 'timed_out' })
  })
})
