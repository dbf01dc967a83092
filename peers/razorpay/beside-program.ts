/**
 * The built-in test gateway beside the program, when no keys of Razorpay are set. Orders and payments in it outlive a restart. No money
 * moves, so it does not start in production unless TEST_GATEWAY=yes asks for it by name.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort } from '#server/database/embedded/free-port.ts'
import { mayRun } from './allowed.ts'
import type { Behaviour } from './behaviour.ts'
import { PAYOUT_ACCOUNT } from './payouts.ts'
import { startRazorpayPeer } from './peer.ts'
import { byHttp } from './webhooks.ts'

const given = (name: string): string | undefined => process.env[name]?.trim() || undefined

const isWanted = (): boolean => {
  if (given('RAZORPAY_KEY_ID') || given('RAZORPAY_BASE_URL') || given('ROLE') === 'worker') return false
  return mayRun(process.env)
}

/** Where the program can be called from this machine. */
function own(port: string): string {
  const host = given('HOST') ?? '127.0.0.1'
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** Where an event of the gateway goes: payouts have a webhook of their own, as those of RazorpayX do. */
export const hookOf = (body: string): string =>
  body.includes('"event":"payout.') ? '/hooks/payouts/razorpayx' : '/hooks/payments/razorpay'

/** Sellers are paid through it, too, where RAZORPAYX_ACCOUNT_NUMBER asks for it. */
const payoutsToo = (webhook_secret: string): Record<string, string> =>
  given('RAZORPAYX_ACCOUNT_NUMBER')
    ? { RAZORPAYX_ACCOUNT_NUMBER: PAYOUT_ACCOUNT, RAZORPAYX_WEBHOOK_SECRET: webhook_secret }
    : {}

/** Starts it, unless there are keys, and says so in the environment that the program reads. */
export async function startTestGateway(behaviour: Partial<Behaviour> = {}): Promise<void> {
  if (!isWanted()) return
  const kept = resolve(given('DATA_DIR') ?? '.data')
  mkdirSync(kept, { recursive: true })
  const asked = given('PORT') ?? '3000'
  const port = asked === '0' ? String(await freePort()) : asked
  const peer = await startRazorpayPeer({
    file: join(kept, 'test-gateway.json'),
    webhooks: (delivery) => byHttp(own(port) + hookOf(delivery.body))(delivery),
    behaviour: { approve_after_ms: 20_000, retries_ms: [1000, 5000, 30_000, 120_000], ...behaviour },
  })
  const { key_id, key_secret, webhook_secret } = peer.state.keys
  Object.assign(process.env, {
    PORT: port,
    RAZORPAY_BASE_URL: peer.url,
    RAZORPAY_KEY_ID: key_id,
    RAZORPAY_KEY_SECRET: key_secret,
    RAZORPAY_WEBHOOK_SECRET: webhook_secret,
    ...payoutsToo(webhook_secret),
  })
}
