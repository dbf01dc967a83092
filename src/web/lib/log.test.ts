import { expect, it, vi } from 'vitest'
import { LIMITS } from '#contract/core/limits.ts'
import { createLog, LOG_LEVELS } from './log.ts'

const out = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() })

it.each(LOG_LEVELS)('writes %s and what is above it', (minimum) => {
  const console = out()
  const log = createLog(minimum, console)
  for (const level of LOG_LEVELS) log[level](level, { level })
  const written = LOG_LEVELS.filter((level) => console[level].mock.calls.length > 0)
  expect(written).toEqual(LOG_LEVELS.slice(LOG_LEVELS.indexOf(minimum)))
})

it('leaves navigation out at the minimum of the specification', () => {
  const console = out()
  createLog(LIMITS.log_level, console).debug('navigation')
  expect(console.debug).not.toHaveBeenCalled()
})
