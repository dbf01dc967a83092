import { expect, it } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { awaitedAnswer } from './awaited-answer.ts'
import { cancelAnswer } from './cancel-answer.ts'

const RUN = '019abcde-0000-7000-8000-000000000001' as never
const asked = { role: 'person', error: null, status: null, execution_id: RUN } as const

it('knows the run that answers only once it is there to be followed and stopped', () => {
  expect(awaitedAnswer([])).toEqual({ underWay: false, run: null })
  expect(awaitedAnswer([asked])).toEqual({ underWay: true, run: null })
  for (const status of ['queued', 'running', 'waiting', 'paused'] as const)
    expect(awaitedAnswer([{ ...asked, status }]), status).toEqual({ underWay: true, run: RUN })
  for (const status of ['succeeded', 'failed', 'cancelled'] as const)
    expect(awaitedAnswer([{ ...asked, status }]).underWay, status).toBe(false)
  expect(awaitedAnswer([{ ...asked, error: 'Refused' }]).underWay).toBe(false)
  expect(awaitedAnswer([asked, { ...asked, role: 'agent' }]).underWay).toBe(false)
})

/** Tries to cancel: each try is refused with one of these, the one after the last succeeds. */
async function tries(...errors: readonly ApiError[]) {
  const waited: number[] = []
  let tried = 0
  const cancel = async () => {
    const error = errors[tried++]
    if (error) throw error
  }
  const wait = async (ms: number) => void waited.push(ms)
  const thrown = await cancelAnswer(cancel, wait).catch((error: unknown) => error)
  return { tried, waited, thrown }
}
const refusal = (status: number | null, code = 'x') =>
  new ApiError('No', { status, problems: [{ code, message: 'No' }] })

it('stops an answer although the server is away for a while, and says when it can’t', async () => {
  const away = new ApiError('No answer', { category: 'TIMEOUT' })
  expect(await tries(away, refusal(503))).toEqual({ tried: 3, waited: [1000, 2000], thrown: undefined })
  expect(await tries(refusal(409, 'illegal_transition'))).toEqual({ tried: 1, waited: [], thrown: undefined })
  expect(await tries(refusal(404))).toEqual({ tried: 1, waited: [], thrown: undefined })
  expect(await tries(refusal(403))).toMatchObject({ tried: 1, thrown: { status: 403 } })
  expect(await tries(...Array.from({ length: 9 }, () => away))).toMatchObject({ tried: 5, thrown: away })
})
