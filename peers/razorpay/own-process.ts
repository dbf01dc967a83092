/** The test gateway in a process of its own, forked by `beside-program.ts`. It ends when its parent does, however that ends. */
import { hookOf } from './hook-of.ts'
import { type RazorpayPeerOptions, startRazorpayPeer } from './peer.ts'
import { byHttp } from './webhooks.ts'

export interface Order extends Pick<RazorpayPeerOptions, 'port' | 'file' | 'keys' | 'behaviour'> {
  /** Where the program takes webhooks. */
  program: string
}

process.once('disconnect', () => process.exit(0))
// A terminal signals the whole group. Payments under way are wanted until the program has finished what runs.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

// A log on a full disk is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

process.once('message', async ({ program, ...order }: Order) => {
  try {
    const { url, state } = await startRazorpayPeer({
      ...order,
      webhooks: (delivery) => byHttp(program + hookOf(delivery.body))(delivery),
    })
    process.send?.({ url, keys: state.keys })
  } catch (error) {
    console.error(`Test gateway: ${(error as Error).message}`)
    process.exit(1)
  }
})
