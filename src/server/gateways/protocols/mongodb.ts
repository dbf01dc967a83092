/**
 * MongoDB: one connection per action, to one server. The driver's own discovery is off: it would connect to whatever addresses a server
 * names. Where an account names a cluster by its DNS entry, the members are read here, each is checked, and the primary is found.
 */
import { resolveSrv } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import type { Collection, Db, Document, MongoClient } from 'mongodb'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { Reached } from '#server/gateways/outbound/reach.ts'
import { isObject } from '#shared/json.ts'
import { ACTION_MS, CONNECT_MS, checkSize, type Line, MOST_CHARACTERS, Refusal } from './account.ts'
import type { Operation, Protocol } from './protocol.ts'

const MOST_DOCUMENTS = 1000
const MOST_MEMBERS = 10

const lookupOf =
  ({ address }: Reached): LookupFunction =>
  (_host, { all }, done) => {
    const family = isIP(address)
    if (all) done(null, [{ address, family }])
    else done(null, address, family)
  }

async function clientAt({ account, signal }: Line, reached: Reached): Promise<MongoClient> {
  const { MongoClient: Client } = await import('mongodb')
  const [user, password] = [account.entered('user'), account.entered('password')]
  const { tls } = account
  const host = reached.servername.includes(':') ? `[${reached.servername}]` : reached.servername
  const client = new Client(`mongodb://${host}:${reached.port}/`, {
    directConnection: true,
    // The name is for TLS; what is connected to is the address that was checked.
    lookup: lookupOf(reached),
    tls: tls !== 'off',
    ...(tls === 'unverified' && { tlsAllowInvalidCertificates: true, tlsAllowInvalidHostnames: true }),
    ...(user !== '' && { auth: { username: user, password }, authSource: account.entered('auth_database') || 'admin' }),
    appName: 'Chowk',
    maxPoolSize: 1,
    retryReads: false,
    retryWrites: false,
    connectTimeoutMS: CONNECT_MS,
    serverSelectionTimeoutMS: CONNECT_MS,
    timeoutMS: ACTION_MS,
  })
  const cut = () => void client.close().catch(() => undefined)
  signal.addEventListener('abort', cut, { once: true })
  client.once('close', () => signal.removeEventListener('abort', cut))
  try {
    return await client.connect()
  } catch (error) {
    cut()
    throw error
  }
}

/** Members of a cluster as its DNS entry has them, all below the domain of the entry, as the drivers have it. */
async function membersOf({ account }: Line): Promise<{ host: string; port: number }[]> {
  const records = await resolveSrv(`_mongodb._tcp.${account.host}`).catch((cause: unknown) => {
    throw new NodeError('app_unavailable', `The cluster ${account.host} has no members in DNS`, {
      retryable: true,
      cause,
    })
  })
  const domain = account.host.slice(account.host.indexOf('.'))
  return records
    .filter(({ name }) => name.toLowerCase().endsWith(domain.toLowerCase()))
    .slice(0, MOST_MEMBERS)
    .map(({ name, port }) => ({ host: name, port }))
}

async function connect(line: Line): Promise<MongoClient> {
  if (line.account.entered('address') !== 'cluster') return clientAt(line, line.reached)
  let last: unknown
  for (const { host, port } of await membersOf(line)) {
    try {
      const client = await clientAt(line, await line.reach(host, port))
      const { isWritablePrimary } = await client.db('admin').command({ hello: 1 })
      if (isWritablePrimary === true) return client
      await client.close()
    } catch (error) {
      last = error
    }
  }
  throw last ?? new Error('The cluster has no primary now')
}

interface Codec {
  /** `{"$oid": "…"}`, `{"$date": "…"}` and others of Extended JSON become what they stand for. */
  read(value: Json | undefined): Document
  write(value: unknown): Json
}

async function codec(): Promise<Codec> {
  const { BSON } = await import('mongodb')
  return {
    read: (value) => BSON.EJSON.deserialize((isObject(value) ? value : {}) as Document, { relaxed: true }) as Document,
    write: (value) => BSON.EJSON.serialize(value as Document, { relaxed: true }) as Json,
  }
}

/** An `_id` that looks like an ObjectId means either that or the text: people write it as it was shown. */
async function filterOf({ read }: Codec, value: Json | undefined): Promise<Document> {
  const filter = read(value)
  const id: unknown = filter._id
  if (typeof id !== 'string' || !/^[0-9a-f]{24}$/i.test(id)) return filter
  const { ObjectId } = await import('mongodb')
  return { ...filter, _id: { $in: [new ObjectId(id), id] } }
}

interface Open {
  db: Db
  collection: Collection
  codec: Codec
}

const on =
  (work: (open: Open, input: JsonObject) => Promise<Json>): Operation =>
  async (line, input) => {
    const client = await connect(line)
    try {
      const db = client.db(line.account.entered('database'))
      const name = typeof input.collection === 'string' ? input.collection : ''
      return checkSize(await work({ db, collection: db.collection(name || 'none'), codec: await codec() }, input))
    } finally {
      await client.close().catch(() => undefined)
    }
  }

const whole = (value: Json | undefined, usual: number, most: number): number =>
  Math.min(most, Math.max(0, typeof value === 'number' ? value : usual))

/** Reads no further than what may be answered. */
async function collect(found: AsyncIterable<Document>, most: number, { write }: Codec): Promise<Json> {
  const documents: Json[] = []
  let characters = 0
  for await (const one of found) {
    if (documents.length >= most) return { documents, truncated: true }
    const document = write(one)
    characters += JSON.stringify(document).length
    if (characters > MOST_CHARACTERS) return { documents, truncated: true }
    documents.push(document)
  }
  return { documents, truncated: false }
}

/** Stages that write, wherever they are. */
const writes = (value: Json): boolean =>
  Array.isArray(value)
    ? value.some(writes)
    : isObject(value) &&
      Object.entries(value).some(([key, inner]) => key === '$out' || key === '$merge' || writes(inner))

const find = on(async ({ collection, codec: code }, { filter, projection, sort, limit, skip }) => {
  const most = whole(limit, 100, MOST_DOCUMENTS)
  const found = collection.find(await filterOf(code, filter), {
    ...(isObject(projection) && { projection }),
    ...(isObject(sort) && { sort: sort as Record<string, 1 | -1> }),
    skip: whole(skip, 0, 1_000_000_000),
    limit: most + 1,
    batchSize: 100,
  })
  return collect(found, most, code)
})

const aggregate = on(async ({ collection, codec: code }, { pipeline, limit }) => {
  const stages = Array.isArray(pipeline) ? pipeline : []
  if (writes(stages))
    throw new NodeError('input_invalid', 'This action only reads: $out and $merge are not allowed', {
      field: 'input.pipeline',
    })
  return collect(
    collection.aggregate(stages.map(code.read), { batchSize: 100 }),
    whole(limit, 100, MOST_DOCUMENTS),
    code,
  )
})

const update = on(async ({ collection, codec: code }, { filter, update: given, many, upsert }) => {
  const wanted = await filterOf(code, filter)
  const changes = code.read(given)
  // Plain fields are what to set.
  const change = Object.keys(changes).every((key) => key.startsWith('$')) ? changes : { $set: changes }
  const options = { upsert: upsert === true }
  const done =
    many === true
      ? await collection.updateMany(wanted, change, options)
      : await collection.updateOne(wanted, change, options)
  return {
    matched: done.matchedCount,
    changed: done.modifiedCount,
    new_id: code.write({ id: done.upsertedId }) as Json,
  }
})

const operations: Record<string, Operation> = {
  find,
  aggregate,
  update,
  count: on(async ({ collection, codec: code }, { filter }) => ({
    count: await collection.countDocuments(await filterOf(code, filter)),
  })),
  list_collections: on(async ({ db }) => ({
    collections: (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort(),
  })),
  insert: on(async ({ collection, codec: code }, { documents }) => {
    const list = (Array.isArray(documents) ? documents : []).map(code.read)
    const done = await collection.insertMany(list)
    return { inserted: done.insertedCount, ids: code.write(Object.values(done.insertedIds)) }
  }),
  delete: on(async ({ collection, codec: code }, { filter, many }) => {
    const wanted = await filterOf(code, filter)
    if (many === true && Object.keys(wanted).length === 0)
      throw new NodeError('input_invalid', 'Say which documents to delete', { field: 'input.filter' })
    const done = many === true ? await collection.deleteMany(wanted) : await collection.deleteOne(wanted)
    return { deleted: done.deletedCount }
  }),
}

const REFUSALS = [
  'MongoServerError',
  'MongoBulkWriteError',
  'MongoWriteConcernError',
  'BSONError',
  'MongoInvalidArgumentError',
]

export const mongodb: Protocol = {
  operations,
  judge: (error) => (REFUSALS.includes(error.name) ? new Refusal(error.message) : error),
}
