/** Where the test gateway starts, and where not: tried with processes of their own, as `npm start` and an operator begin it. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from './support/program.ts'

const root = join(import.meta.dirname, '..')
const folder = temporaryFolder()
afterAll(() => folder.remove())
const run = promisify(execFile)

const environment = (over: Record<string, string>) => ({
  PATH: process.env.PATH,
  NODE_NO_WARNINGS: '1',
  PORT: '0',
  ...over,
})

/** What the program would read: the address of the gateway, or nothing. */
async function besideProgram(over: Record<string, string>, data: string): Promise<string> {
  const code = `const { startTestGateway } = await import('./peers/razorpay/beside-program.ts')
    await startTestGateway()
    console.log(process.env.RAZORPAY_BASE_URL ?? 'none')
    process.exit()`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    env: environment({ ...over, DATA_DIR: data }),
  })
  return stdout.trim()
}

const CASES: readonly [starts: boolean, env: Record<string, string>][] = [
  [true, {}],
  [true, { NODE_ENV: 'development' }],
  [false, { NODE_ENV: 'production' }],
  [false, { NODE_ENV: ' production ' }],
  [true, { NODE_ENV: 'production', TEST_GATEWAY: 'yes' }],
  [false, { NODE_ENV: 'production', TEST_GATEWAY: 'no' }],
  [false, { NODE_ENV: 'production', TEST_GATEWAY: 'true' }],
  [false, { NODE_ENV: 'production', TEST_GATEWAY: '' }],
  [false, { TEST_GATEWAY: 'no' }],
  [false, { RAZORPAY_KEY_ID: 'rzp_live_x' }],
  [false, { RAZORPAY_KEY_ID: 'rzp_live_x', TEST_GATEWAY: 'yes' }],
  [false, { ROLE: 'worker' }],
]

describe('beside the program', () => {
  it.each(CASES)('starts (%s) with %j', async (starts, env) => {
    const data = join(folder.path, JSON.stringify(env).replaceAll(/\W+/g, '-'))
    const address = await besideProgram(env, data)
    expect([address.startsWith('http://127.0.0.1:'), existsSync(join(data, 'test-gateway.json'))]).toEqual([
      starts,
      starts,
    ])
  })
})

it('refuses by hand, too, in production', async () => {
  const server = run(process.execPath, ['peers/razorpay/server.ts', '0'], {
    cwd: root,
    env: environment({ NODE_ENV: 'production' }),
  })
  await expect(server).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('TEST_GATEWAY=yes') })
})
