/**
 * The built-in test gateway beside the program, when no keys of Razorpay are set. Orders and payments in it outlive a restart. It runs in
 * a process of its own, so that nothing that happens to it (a full disk, a bug) can end the program; when it ends, it is started again.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { join, resolve } from 'node:path'
import { freePort } from '#server/platform/database/embedded/free-port.ts'
import { mayRun, whyNot } from './allowed.ts'
import type { Behaviour, State } from './behaviour.ts'
import type { Order } from './own-process.ts'
import { PAYOUT_ACCOUNT } from './payouts.ts'

const RESTART_MS = 1000

const given = (name: string): string | undefined => process.env[name]?.trim() || undefined

const isWanted = (): boolean => {
  if (given('RAZORPAY_KEY_ID') || given('RAZORPAY_BASE_URL') || given('ROLE') === 'worker') return false
  const refusal = whyNot(process.env)
  if (refusal !== null) console.error(refusal)
  return mayRun(process.env)
}

/** Where the program can be called from this machine. */
function own(port: string): string {
  const host = given('HOST') ?? '127.0.0.1'
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** Sellers are paid through it, too, where RAZORPAYX_ACCOUNT_NUMBER asks for it. */
const payoutsToo = (webhook_secret: string): Record<string, string> =>
  given('RAZORPAYX_ACCOUNT_NUMBER')
    ? { RAZORPAYX_ACCOUNT_NUMBER: PAYOUT_ACCOUNT, RAZORPAYX_WEBHOOK_SECRET: webhook_secret }
    : {}

interface Started {
  url: string
  keys: State['keys']
}

/** @returns its address and keys; null when it ended instead of starting */
function launch(order: Order): Promise<{ child: ChildProcess; started: Started } | null> {
  const child = fork(join(import.meta.dirname, 'own-process.ts'), [], { execArgv: [] })
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`Test gateway: ${error.message}`)
      resolve(null)
    })
    child.once('exit', () => resolve(null))
    child.once('message', (started: Started) => {
      // The program ends when it has stopped, not when its gateway has.
      child.unref()
      child.channel?.unref()
      resolve({ child, started })
    })
    child.send(order)
  })
}

/** On the same port and with the same keys, which the program has read. */
function keepUp(child: ChildProcess, order: Order): void {
  child.once('exit', (code, signal) => {
    console.error(`Test gateway: it ended (${signal ?? code}) and is started again.`)
    const again = async () => {
      const found = await launch(order)
      if (found) keepUp(found.child, order)
      else setTimeout(again, RESTART_MS).unref()
    }
    setTimeout(again, RESTART_MS).unref()
  })
}

/** Starts it, unless there are keys, and says so in the environment that the program reads. */
export async function startTestGateway(behaviour: Partial<Behaviour> = {}): Promise<void> {
  if (!isWanted()) return
  const asked = given('PORT') ?? '3000'
  const port = asked === '0' ? String(await freePort()) : asked
  const order: Order = {
    file: join(resolve(given('DATA_DIR') ?? '.data'), 'test-gateway.json'),
    program: own(port),
    behaviour: { approve_after_ms: 20_000, retries_ms: [1000, 5000, 30_000, 120_000], ...behaviour },
  }
  const found = await launch(order)
  if (!found) {
    console.error('Payments are off: the test gateway did not start.')
    return
  }
  const { url, keys } = found.started
  keepUp(found.child, { ...order, port: Number(new URL(url).port), keys })
  const { key_id, key_secret, webhook_secret } = keys
  Object.assign(process.env, {
    PORT: port,
    RAZORPAY_BASE_URL: url,
    RAZORPAY_KEY_ID: key_id,
    RAZORPAY_KEY_SECRET: key_secret,
    RAZORPAY_WEBHOOK_SECRET: webhook_secret,
    ...payoutsToo(webhook_secret),
  })
}
