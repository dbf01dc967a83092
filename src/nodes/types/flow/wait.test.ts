import { describe, expect, it } from 'vitest'
import { TRIAL_TIME, tryNode } from '#nodes/trial.ts'
import { wait } from './wait.ts'

const input = { a: 1 }
const until = (moment: string) => ({ type: 'wait', wait: { type: 'timer', until: moment } })

describe('wait', () => {
  it('waits for some time or until a moment', async () => {
    expect(await tryNode(wait, { seconds: 90 }, { input })).toEqual(until('2026-01-31T09:31:30.000Z'))
    expect(await tryNode(wait, { until: '2026-01-31T18:00:00+05:30' }, { input })).toEqual(
      until('2026-01-31T12:30:00.000Z'),
    )
    expect(await tryNode(wait, { seconds: 1 }, { input, resolution: { type: 'timeout' } })).toEqual({
      type: 'output',
      output: input,
    })
  })

  it('does not hold up for a moment in the past', async () => {
    expect(await tryNode(wait, { until: TRIAL_TIME.toISOString() }, { input })).toEqual({
      type: 'output',
      output: input,
    })
    expect(await tryNode(wait, { seconds: 0 }, { input })).toMatchObject({ type: 'output' })
  })

  it('refuses what is no moment, or too far', async () => {
    await expect(tryNode(wait, { until: 'tomorrow' })).rejects.toMatchObject({ code: 'bad_moment', field: 'until' })
    await expect(tryNode(wait, { until: '2036-01-01T00:00:00Z' })).rejects.toMatchObject({ code: 'bad_moment' })
    expect(wait.config.safeParse({}).success).toBe(false)
    expect(wait.config.safeParse({ seconds: 1, until: 'x' }).success).toBe(false)
  })
})
