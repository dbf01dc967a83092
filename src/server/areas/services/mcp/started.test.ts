/** A run that was started, and cannot be looked at afterwards. */
import { expect, it } from 'vitest'
import { AppError } from '#contract/core/errors.ts'
import type { RequestContext, ToolsAnswer } from '#server/platform/http/handlers.ts'
import { mcpHandlers } from './routes.ts'

const execution_id = '01890000-0000-7000-8000-000000000001'
const outage = Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' })

it.each([
  ['takes too long', () => new Promise(() => {})],
  ['is refused', () => Promise.reject(new AppError('unavailable'))],
  ['meets an outage of the database', () => Promise.reject(outage)],
])('is told to the person who pays for it, also when looking at it %s', async (_how, getExecution) => {
  const handlers = { executeWorkflow: async () => ({ execution_id, status: 'running' }), getExecution } as never
  const context = { caller: { type: 'visitor', key: 'v' }, signal: new AbortController().signal } as RequestContext
  const served = mcpHandlers({ handlers, publicUrl: '', wait_ms: 0, look_ms: 1 })
  const { tools } = (await served.callMcp({} as never, context)) as ToolsAnswer
  const result = await tools.find(({ name }) => name === 'run_agent')?.call({ agent_id: 'helper', input: {} }, context)
  expect(result?.data).toMatchObject({ execution_id, status: 'running', next: expect.stringContaining(execution_id) })
})
