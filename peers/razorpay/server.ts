/** `node peers/razorpay/server.ts [PORT] [WEBHOOKS]`: the test gateway as a process of its own. */
import { mayRun, whyNot } from './allowed.ts'
import { startRazorpayPeer } from './peer.ts'

if (!mayRun(process.env)) {
  console.error(`The test gateway takes no real payments. ${whyNot(process.env) ?? 'TEST_GATEWAY must be yes.'}`)
  process.exit(1)
}

const [, , port = '4600', webhooks] = process.argv
const { url, state } = await startRazorpayPeer({ port: Number(port), ...(webhooks && { webhooks }) })
const { key_id, key_secret, webhook_secret } = state.keys
console.log(
  `RAZORPAY_BASE_URL=${url} RAZORPAY_KEY_ID=${key_id} RAZORPAY_KEY_SECRET=${key_secret} RAZORPAY_WEBHOOK_SECRET=${webhook_secret}`,
)
