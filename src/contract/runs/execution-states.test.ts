import { describe, expect, it } from 'vitest'
import { CONTROL_ACTIONS, controlAbility, EXECUTION_STATUSES, isFinal, isLegal } from './execution-states.ts'

/** Rows: status; columns: pause, resume, cancel, retry, rerun, fork. */
const TABLE: Record<(typeof EXECUTION_STATUSES)[number], string> = {
  queued: 'x.x...',
  running: 'x.x...',
  waiting: 'x.x...',
  paused: '.xx...',
  succeeded: '....xx',
  failed: '...xxx',
  cancelled: '...xxx',
}

describe('control', () => {
  it.each(EXECUTION_STATUSES)('of what is %s', (status) => {
    expect(CONTROL_ACTIONS.map((action) => (isLegal(action, status) ? 'x' : '.')).join('')).toBe(TABLE[status])
  })

  it('says why not, whenever it is not', () => {
    for (const status of EXECUTION_STATUSES)
      for (const action of CONTROL_ACTIONS) {
        const { allowed, reason } = controlAbility(action, status)
        expect(allowed ? reason === null : (reason?.length ?? 0) > 10).toBe(true)
      }
  })

  it('ends in three ways', () => {
    expect(EXECUTION_STATUSES.filter(isFinal)).toEqual(['succeeded', 'failed', 'cancelled'])
  })
})
