import { expect, it } from 'vitest'
import { NodeError } from '#nodes/node.ts'
import { workForServer } from '#nodes/work-for.ts'
import type { Pool } from './pool.ts'
import { Refusals } from './refusals.ts'

const job = { header: {}, deadlineMs: 1, maxResidentMb: 1, for: workForServer(new AbortController().signal) }

/** How often a pool that fails with this code is asked when the same work is wanted twice. */
async function triesOf(code: string): Promise<number> {
  let tries = 0
  const pool = {
    run: () => {
      tries++
      return Promise.reject(new NodeError(code, 'refused'))
    },
  } as unknown as Pool
  const refusals = new Refusals()
  for (let time = 0; time < 2; time++) await expect(refusals.run(pool, 'file', job)).rejects.toMatchObject({ code })
  return tries
}

it.each(['file_too_complex', 'file_too_large'])('a file that was refused as %s is not tried again', async (code) => {
  expect(await triesOf(code)).toBe(1)
})

it.each(['file_timeout', 'runner_lost', 'runner_busy', 'cpu_limit', 'file_not_found'])(
  'a file is tried again after %s, which may be up to a busy server',
  async (code) => {
    expect(await triesOf(code)).toBe(2)
  },
)
