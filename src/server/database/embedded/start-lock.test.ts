import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '#test/support/program.ts'
import { withStartLock } from './start-lock.ts'

let folder: ReturnType<typeof temporaryFolder>
let lock: string
beforeEach(() => {
  folder = temporaryFolder()
  lock = join(folder.path, '.chowk-starting')
  mkdirSync(lock)
})
afterEach(() => folder.remove())

/** A minute would pass otherwise. */
const SOON = 5_000

describe('the lock of a start', () => {
  it.each([null, ''])(
    'that a killed process left without a name (%j) does not hold up the next start',
    async (pid) => {
      if (pid !== null) writeFileSync(join(lock, 'pid'), pid)
      utimesSync(lock, new Date(), Date.now() / 1000 - 60)
      expect(await withStartLock(folder.path, async () => 'started')).toBe('started')
    },
    SOON,
  )

  it('is not taken from a process that is only just writing its name into it', async () => {
    writeFileSync(join(lock, 'pid'), '')
    const order: string[] = []
    const next = withStartLock(folder.path, async () => order.push('next'))
    // It has looked once by now.
    expect(existsSync(lock)).toBe(true)
    order.push('first')
    rmSync(lock, { recursive: true })
    await next
    expect(order).toEqual(['first', 'next'])
  })
})
