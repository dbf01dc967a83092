import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
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

/** No process has this number: Linux counts to four million. */
const DEAD = '999999999'
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

  it('is left to the faster one of two that found its holder dead', async () => {
    const name = join(lock, 'pid')
    // The slower one reads who held it, and the answer takes as long as this pipe is open.
    execFileSync('mkfifo', [name])
    const code = `const { withStartLock } = await import('./start-lock.ts')
      await withStartLock(process.argv[1], async () => console.log('started'))`
    const slower = spawn(process.execPath, ['--input-type=module', '--eval', code, folder.path], {
      cwd: import.meta.dirname,
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    })
    let said = ''
    slower.stdout.on('data', (data: Buffer) => (said += data.toString()))
    const ended = once(slower, 'exit')
    const pipe = await open(name, 'w')
    await pipe.write(DEAD)
    rmSync(lock, { recursive: true })
    mkdirSync(lock)
    writeFileSync(name, String(process.pid))
    await pipe.close()
    await setTimeout(500)
    expect([said, readFileSync(name, 'utf8')]).toEqual(['', String(process.pid)])
    rmSync(lock, { recursive: true })
    await ended
    expect(said).toBe('started\n')
  })

  it('of a process that was killed is taken at once, by one of many', async () => {
    writeFileSync(join(lock, 'pid'), DEAD)
    let inside = 0
    const starts = Array.from({ length: 20 }, () =>
      withStartLock(folder.path, async () => {
        inside += 1
        await setTimeout(1)
        return inside--
      }),
    )
    expect(new Set(await Promise.all(starts))).toEqual(new Set([1]))
  })

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
