/** Redis and what speaks its protocol: one connection per action. */
import type { Redis } from 'ioredis'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { ACTION_MS, CONNECT_MS, checkSize, type Line, MOST_READ, Refusal, tlsNameOf } from './account.ts'
import type { Operation, Protocol } from './protocol.ts'

const MOST_KEYS = 10_000

async function connect({ account, reached, signal }: Line): Promise<Redis> {
  const { Redis: Client } = await import('ioredis')
  const { tls } = account
  const client = new Client({
    // An address that was checked: no name is looked up again.
    host: reached.address,
    port: reached.port,
    ...(account.entered('user') !== '' && { username: account.entered('user') }),
    ...(account.entered('password') !== '' && { password: account.entered('password') }),
    db: Number(account.entered('database') || 0),
    ...(tls !== 'off' && { tls: { ...tlsNameOf(reached), rejectUnauthorized: tls === 'verify' } }),
    // Also servers that are older than Redis 6 know it.
    protocol: 2,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: ACTION_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
    disableClientInfo: true,
  })
  // Why signing in failed is told here; the promise only says that the connection was closed.
  let reason: Error | null = null
  client.on('error', (error: Error) => {
    reason ??= error
  })
  const watch = setInterval(() => {
    if ((client.stream?.bytesRead ?? 0) > MOST_READ) client.disconnect()
  }, 50).unref()
  const cut = () => client.disconnect()
  signal.addEventListener('abort', cut, { once: true })
  client.once('end', () => {
    clearInterval(watch)
    signal.removeEventListener('abort', cut)
  })
  try {
    await client.connect()
    return client
  } catch (error) {
    client.disconnect()
    throw reason ?? error
  }
}

const on =
  (work: (client: Redis, input: JsonObject) => Promise<Json>): Operation =>
  async (line, input) => {
    const client = await connect(line)
    try {
      return checkSize(await work(client, input))
    } finally {
      client.disconnect()
    }
  }

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const texts = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(asText) : [])
const whole = (value: Json | undefined, usual: number): number => (typeof value === 'number' ? value : usual)
/** Redis holds text: what isn't becomes JSON. */
const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

async function setValue(client: Redis, { key, value, expires_in_seconds, only_if }: JsonObject): Promise<Json> {
  const expiry = typeof expires_in_seconds === 'number' ? ['EX', String(expires_in_seconds)] : []
  const only = only_if === 'missing' ? ['NX'] : only_if === 'existing' ? ['XX'] : []
  const answer = await client.call('SET', text(key), asText(value ?? ''), ...expiry, ...only)
  return { stored: answer === 'OK' }
}

async function listKeys(client: Redis, { pattern, limit }: JsonObject): Promise<Json> {
  const most = Math.min(MOST_KEYS, whole(limit, 1000))
  const keys = new Set<string>()
  let cursor = '0'
  do {
    const [next, found] = await client.scan(cursor, 'MATCH', text(pattern) || '*', 'COUNT', 500)
    for (const key of found) keys.add(key)
    cursor = next
  } while (cursor !== '0' && keys.size <= most)
  return { keys: [...keys].slice(0, most), truncated: keys.size > most }
}

const operations: Record<string, Operation> = {
  get: on(async (client, { key }) => {
    const value = await client.get(text(key))
    return { value, exists: value !== null }
  }),
  set: on(setValue),
  delete: on(async (client, { keys }) => ({ deleted: await client.del(...texts(keys)) })),
  increment: on(async (client, { key, by }) => ({ value: await client.incrby(text(key), whole(by, 1)) })),
  expire: on(async (client, { key, seconds }) => ({
    exists: (await client.expire(text(key), whole(seconds, 0))) === 1,
  })),
  list_keys: on(listKeys),
  push: on(async (client, { key, values, side }) => ({
    length:
      side === 'start'
        ? await client.lpush(text(key), ...texts(values))
        : await client.rpush(text(key), ...texts(values)),
  })),
  pop: on(async (client, { key, side }) => {
    const value = side === 'end' ? await client.rpop(text(key)) : await client.lpop(text(key))
    return { value, exists: value !== null }
  }),
  read_list: on(async (client, { key, start, limit }) => {
    const from = whole(start, 0)
    return { items: await client.lrange(text(key), from, from + Math.min(MOST_KEYS, whole(limit, 100)) - 1) }
  }),
  get_hash: on(async (client, { key }) => ({ fields: { ...(await client.hgetall(text(key))) } })),
  set_hash: on(async (client, { key, fields }) => {
    const pairs = Object.entries((fields ?? {}) as JsonObject).flatMap(([name, value]) => [name, asText(value)])
    return { added: await client.hset(text(key), ...pairs) }
  }),
  publish: on(async (client, { channel, message }) => ({
    receivers: await client.publish(text(channel), asText(message ?? '')),
  })),
}

export const redis: Protocol = {
  operations,
  judge: (error) => (error.name === 'ReplyError' ? new Refusal(error.message) : error),
}
