import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

function logOf() {
  const lines: Record<string, unknown>[] = []
  let now = 0
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) }, () => now)
  return { log, lines, wait: (ms: number) => (now += ms) }
}

describe('the log', () => {
  it('writes the same failure once in five seconds, and says how often it came', () => {
    const { log, lines, wait } = logOf()
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    for (let n = 0; n < 100; n++) log.warn({ err: full }, 'A job failed')
    log.warn({ err: new Error('something else') }, 'A job failed')
    expect(lines).toHaveLength(2)
    wait(5_000)
    log.warn({ err: full }, 'A job failed')
    expect(lines.at(-1)).toMatchObject({ msg: 'A job failed', repeated: 99, err: { code: 'ENOSPC' } })
    for (let n = 0; n < 3; n++) log.info('told each time')
    expect(lines).toHaveLength(6)
  })

  it.runIf(process.platform === 'linux')('does not end the program when its disk is full', async () => {
    const code = `const { createLog } = await import('./src/server/platform/log.ts')
      const log = createLog('info')
      let n = 0
      setInterval(() => { log.info('a line'); console.log('another'); if (++n === 20) process.exit(7) }, 1)`
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', full, full] })
    expect((await once(child, 'exit'))[0]).toBe(7)
  })
})
