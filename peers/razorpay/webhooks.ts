/**
 * Events on their way to the merchant (razorpay.com/docs/webhooks): signed over the body's bytes, delivered at least once and in any order.
 * Told to, they are held, copied, shuffled, dropped and changed on the way.
 */
import { createHmac, randomUUID } from 'node:crypto'
import type { Behaviour, GatewayEvent, Keys } from './behaviour.ts'

export interface Delivery {
  body: string
  headers: Record<string, string>
}

/** @returns the status the merchant answered; 0 when nobody did */
export type Deliver = (delivery: Delivery) => Promise<number>

export const byHttp =
  (url: string): Deliver =>
  async ({ body, headers }) => {
    const signal = AbortSignal.timeout(5000)
    return fetch(url, { method: 'POST', body, headers, signal }).then(
      ({ status }) => status,
      () => 0,
    )
  }

export const eventOf = (name: string, entities: Record<string, object>, created_at: number): GatewayEvent => ({
  id: `evt_${randomUUID().replaceAll('-', '').slice(0, 14)}`,
  name,
  body: JSON.stringify({
    entity: 'event',
    account_id: 'acc_TestMerchant01',
    event: name,
    contains: Object.keys(entities),
    payload: Object.fromEntries(Object.entries(entities).map(([key, entity]) => [key, { entity }])),
    created_at,
  }),
})

export const deliveryOf = ({ id, body }: GatewayEvent, { webhook_secret }: Keys): Delivery => ({
  body,
  headers: {
    'content-type': 'application/json',
    'user-agent': 'Razorpay-Webhook/v1',
    'x-razorpay-event-id': id,
    'x-razorpay-signature': createHmac('sha256', webhook_secret).update(body).digest('hex'),
  },
})

export interface Counted {
  events: number
  /** Never sent. */
  dropped: number
  /** Sent with a body that was not signed. */
  tampered: number
  /** Sent as they are, copies counted. */
  sent: number
  /** How many of the tampered ones the merchant took. */
  tampered_accepted: number
}

const none = (): Counted => ({ events: 0, dropped: 0, tampered: 0, sent: 0, tampered_accepted: 0 })

/** Ten times as much money, the commonest thing to try. */
const changed = (body: string): string => body.replace(/"amount":(\d+)/, '"amount":$10')

export interface Post {
  emit(event: GatewayEvent): void
  /** Sends what was held; resolves when all is answered. `at_a_time` deliveries are under way. */
  flush(at_a_time?: number): Promise<void>
  /** Resolves when nothing is under way and no event waits for its time. Never, when the gateway is closed before that. */
  settled(): Promise<void>
  counted: Counted
}

interface PostOptions {
  behaviour: Behaviour
  keys: Keys
  /** Null: nobody listens. */
  deliver: Deliver | null
  /** 0 ≤ n < 1, of a seed for campaigns. */
  random: () => number
  later: (work: () => void, ms: number) => void
}

export function createPost({ behaviour, keys, deliver, random, later }: PostOptions): Post {
  const held: GatewayEvent[] = []
  const under_way = new Set<Promise<void>>()
  const counted = none()
  const send = async (delivery: Delivery, tries = behaviour.retries_ms): Promise<void> => {
    if (!deliver) return
    const status = await deliver(delivery)
    const [pause, ...rest] = tries
    if (status >= 200 && status < 300) return
    if (pause !== undefined) later(() => track(send(delivery, rest)), pause)
  }
  const track = (work: Promise<void>) => {
    under_way.add(work)
    void work.finally(() => under_way.delete(work))
  }
  const sendTampered = async ({ body, headers }: Delivery) => {
    const status = await deliver?.({ body: changed(body), headers })
    if (status !== undefined && status >= 200 && status < 300) counted.tampered_accepted++
  }
  /** Each copy by itself: one of them may be changed on the way. */
  const copiesOf = (event: GatewayEvent): (() => Promise<void>)[] => {
    counted.events++
    if (random() * 1000 < behaviour.drop) {
      counted.dropped++
      return []
    }
    const delivery = deliveryOf(event, keys)
    return Array.from({ length: 1 + Math.floor(random() * behaviour.copies) }, () => {
      if (random() * 1000 >= behaviour.tamper) {
        counted.sent++
        return () => send(delivery)
      }
      counted.tampered++
      return () => sendTampered(delivery)
    })
  }
  const flush = async (at_a_time = 8) => {
    const copies = held.splice(0).flatMap(copiesOf)
    if (behaviour.shuffle) shuffle(copies, random)
    const next = copies.values()
    const work = async () => {
      for (const copy of next) await copy()
    }
    await Promise.all(Array.from({ length: at_a_time }, work))
  }
  return {
    counted,
    flush,
    async settled() {
      while (under_way.size > 0) await Promise.all(under_way)
    },
    emit(event) {
      if (behaviour.hold) held.push(event)
      else
        for (const copy of copiesOf(event))
          track(new Promise((resolve) => later(() => resolve(copy()), behaviour.delay_ms)))
    },
  }
}

/** Fisher and Yates. */
function shuffle<T>(list: T[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [one, two] = [list[at], list[other]]
    if (one !== undefined && two !== undefined) [list[at], list[other]] = [two, one]
  }
}
