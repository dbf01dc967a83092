/** Where the test gateway starts, and where not: tried with processes of their own, as `npm start` and an operator begin it. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { mayRun } from '#peers/razorpay/allowed.ts'
import { until } from './support/engine.ts'
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
async function besideProgram(over: Record<string, string>, data: string): Promise<{ address: string; told: string }> {
  const code = `const { startTestGateway } = await import('./peers/razorpay/beside-program.ts')
    await startTestGateway()
    console.log(process.env.RAZORPAY_BASE_URL ?? 'none')
    process.exit()`
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    env: environment({ ...over, DATA_DIR: data }),
  })
  return { address: stdout.trim(), told: stderr }
}

const CASES: readonly [runs: boolean, env: Record<string, string>][] = [
  [true, {}],
  [true, { NODE_ENV: 'development' }],
  [false, { NODE_ENV: ' production ' }],
  [true, { NODE_ENV: 'production', TEST_GATEWAY: 'yes' }],
  [false, { NODE_ENV: 'production', TEST_GATEWAY: 'no' }],
  [false, { NODE_ENV: 'production', TEST_GATEWAY: 'true' }],
  [false, { NODE_ENV: 'production', TEST_GATEWAY: '' }],
  [false, { TEST_GATEWAY: 'no' }],
  [true, { PUBLIC_URL: 'http://intranet:3000' }],
  [false, { PUBLIC_URL: 'https://agents.example.in' }],
  [false, { PUBLIC_URL: ' HTTPS://agents.example.in' }],
  [true, { PUBLIC_URL: 'https://agents.example.in', TEST_GATEWAY: 'yes' }],
  // Behind a proxy customers may come at an address that was not set here.
  [false, { TRUST_PROXY: '1' }],
  [false, { TRUST_PROXY: '10.0.0.0/8', PUBLIC_URL: ' ' }],
  [true, { TRUST_PROXY: 'off' }],
  [true, { TRUST_PROXY: '' }],
  [true, { TRUST_PROXY: '1', PUBLIC_URL: 'http://intranet:3000' }],
  [true, { TRUST_PROXY: '1', TEST_GATEWAY: 'yes' }],
]

it.each(CASES)('may run (%s) with %j', (runs, env) => {
  expect(mayRun(env)).toBe(runs)
})

describe('in addition to the program', () => {
  it.each([
    [true, {}],
    [false, { PUBLIC_URL: 'https://agents.example.in' }],
    [false, { TRUST_PROXY: '1' }],
    [false, { RAZORPAY_KEY_ID: 'rzp_live_x', TEST_GATEWAY: 'yes' }],
    [false, { ROLE: 'worker' }],
  ])('starts (%s) with %j', async (starts, env) => {
    const data = join(folder.path, JSON.stringify(env).replaceAll(/\W+/g, '-'))
    const { address, told } = await besideProgram(env as Record<string, string>, data)
    expect([address.startsWith('http://127.0.0.1:'), existsSync(join(data, 'test-gateway.json'))]).toEqual([
      starts,
      starts,
    ])
    expect(told.includes('TEST_GATEWAY=yes to try payments without money')).toBe(
      'PUBLIC_URL' in env || 'TRUST_PROXY' in env,
    )
  })
})

describe('in a process of its own', () => {
  const listens = (url: string) =>
    fetch(url).then(
      () => true,
      () => false,
    )
  /** A program that lives beside its gateway; it prints the gateway's address and waits. */
  async function beside(data: string) {
    const code = `const { startTestGateway } = await import('./peers/razorpay/beside-program.ts')
      await startTestGateway()
      console.log(process.env.RAZORPAY_BASE_URL)
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: root,
      env: environment({ DATA_DIR: data }),
    })
    let told = ''
    child.stderr.on('data', (text: Buffer) => {
      told += String(text)
    })
    const [line] = await once(child.stdout, 'data')
    return { child, url: String(line).trim(), told: () => told }
  }
  const gatewayOf = (pid: number | undefined) =>
    Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])

  it('lives on with a disk that cannot be written, and says so', async () => {
    // A file in the way of its folder fails every save, for root too.
    const blocked = join(folder.path, 'blocked')
    writeFileSync(blocked, '')
    const { child, url, told } = await beside(join(blocked, 'data'))
    await until(async () => told().includes('payments cannot be saved') || undefined)
    expect(await listens(url)).toBe(true)
    expect(told().match(/cannot be saved/g)).toHaveLength(1)
    child.kill('SIGKILL')
  })

  it.runIf(process.platform === 'linux')(
    'comes back on its address when it is killed, and ends with the program when that is',
    async () => {
      const { child, url } = await beside(join(folder.path, 'killed'))
      const before = gatewayOf(child.pid)
      process.kill(before, 'SIGKILL')
      await until(async () => ((await listens(url)) && gatewayOf(child.pid) !== before) || undefined)
      expect(child.exitCode).toBeNull()
      child.kill('SIGKILL')
      await until(async () => !(await listens(url)) || undefined)
    },
  )
})

it('refuses by hand, too, in production', async () => {
  const server = run(process.execPath, ['peers/razorpay/server.ts', '0'], {
    cwd: root,
    env: environment({ NODE_ENV: 'production' }),
  })
  await expect(server).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('TEST_GATEWAY=yes') })
})
