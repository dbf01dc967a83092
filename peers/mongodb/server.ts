/**
 * A stand-in for MongoDB that speaks its wire protocol (OP_MSG): a few commands on lists of documents. Conditions are equality and `$in`.
 * `node peers/mongodb/server.ts [PORT]`.
 */
import { createServer, type Socket } from 'node:net'
import { BSON, type Document } from 'mongodb'

export interface MongoPeer {
  port: number
  collections: Map<string, Document[]>
  /** Names of commands that arrived. */
  commands: string[]
  close(): Promise<void>
}

const OP_MSG = 2013
const OP_QUERY = 2004

const same = (a: unknown, b: unknown): boolean => BSON.EJSON.stringify({ v: a }) === BSON.EJSON.stringify({ v: b })

const fits = (one: Document, filter: Document): boolean =>
  Object.entries(filter).every(([name, wanted]) => {
    const choices = (wanted as Document | null)?.$in
    return Array.isArray(choices) ? choices.some((choice) => same(one[name], choice)) : same(one[name], wanted)
  })

const HELLO = {
  ...{ ok: 1, ismaster: true, isWritablePrimary: true, maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000 },
  ...{ maxWriteBatchSize: 100_000, minWireVersion: 0, maxWireVersion: 21, readOnly: false, helloOk: true },
  // Members of a set that a driver must not go and look for.
  ...{ setName: 'rs0', hosts: ['127.0.0.1:1', '169.254.169.254:80'], primary: '169.254.169.254:80', me: '127.0.0.1:1' },
}

function change(one: Document, update: Document): boolean {
  const before = BSON.EJSON.stringify(one)
  Object.assign(one, update.$set)
  for (const [name, by] of Object.entries((update.$inc ?? {}) as Record<string, number>))
    one[name] = (one[name] ?? 0) + by
  return BSON.EJSON.stringify(one) !== before
}

function answer(collections: Map<string, Document[]>, body: Document): Document {
  const [name = ''] = Object.keys(body)
  const all = collections.get(body[name]) ?? []
  const ns = `${body.$db}.${body[name]}`
  const batch = (firstBatch: Document[]) => ({ ok: 1, cursor: { id: BSON.Long.ZERO, ns, firstBatch } })
  switch (name.toLowerCase()) {
    case 'hello':
    case 'ismaster':
      return { ...HELLO, localTime: new Date(0) }
    case 'insert':
      collections.set(body[name], [...all, ...body.documents])
      return { ok: 1, n: body.documents.length }
    case 'find': {
      const found = all.filter((one) => fits(one, body.filter ?? {}))
      return batch(found.slice(body.skip ?? 0, (body.skip ?? 0) + (body.limit || found.length)))
    }
    case 'aggregate': {
      const [match = {}] = body.pipeline.map((stage: Document) => stage.$match).filter(Boolean)
      return batch([{ _id: 1, n: all.filter((one) => fits(one, match)).length }])
    }
    case 'update': {
      const [{ q, u, multi }] = body.updates
      const found = all.filter((one) => fits(one, q)).slice(0, multi ? undefined : 1)
      return { ok: 1, n: found.length, nModified: found.filter((one) => change(one, u)).length }
    }
    case 'delete': {
      const [{ q, limit }] = body.deletes
      const gone = new Set(all.filter((one) => fits(one, q)).slice(0, limit || undefined))
      collections.set(
        body[name],
        all.filter((one) => !gone.has(one)),
      )
      return { ok: 1, n: gone.size }
    }
    case 'listcollections':
      return {
        ok: 1,
        cursor: {
          id: BSON.Long.ZERO,
          ns: '$cmd',
          firstBatch: [...collections.keys()].map((one) => ({ name: one, type: 'collection' })),
        },
      }
    case 'ping':
    case 'endsessions':
      return { ok: 1 }
    default:
      return { ok: 0, code: 59, codeName: 'CommandNotFound', errmsg: `no such command: '${name}'` }
  }
}

/** The command of a message, whose documents may come in a section of their own. */
function readMessage(message: Buffer): Document {
  const code = message.readInt32LE(12)
  if (code === OP_QUERY) {
    const end = message.indexOf(0, 20)
    return BSON.deserialize(message.subarray(end + 9))
  }
  const body: Document = {}
  for (let at = 20; at < message.length; ) {
    const kind = message[at]
    at += 1
    const size = message.readInt32LE(at)
    const section = message.subarray(at, at + size)
    if (kind === 0) Object.assign(body, BSON.deserialize(section))
    else {
      const end = section.indexOf(0, 4)
      const documents: Document[] = []
      for (let inner = end + 1; inner < size; inner += section.readInt32LE(inner))
        documents.push(BSON.deserialize(section.subarray(inner, inner + section.readInt32LE(inner))))
      body[section.toString('utf8', 4, end)] = documents
    }
    at += size
  }
  return body
}

function written(message: Buffer, reply: Document): Buffer {
  const document = Buffer.from(BSON.serialize(reply))
  const isQuery = message.readInt32LE(12) === OP_QUERY
  const between = isQuery ? Buffer.alloc(20) : Buffer.alloc(5)
  if (isQuery) between.writeInt32LE(1, 16)
  const head = Buffer.alloc(16)
  head.writeInt32LE(16 + between.length + document.length, 0)
  head.writeInt32LE(message.readInt32LE(4), 8)
  head.writeInt32LE(isQuery ? 1 : OP_MSG, 12)
  return Buffer.concat([head, between, document])
}

/** @param port 0 takes any free one */
export async function startMongoPeer(port = 0): Promise<MongoPeer> {
  const collections = new Map<string, Document[]>()
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    let rest: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
        const message = rest.subarray(0, rest.readInt32LE(0))
        rest = rest.subarray(message.length)
        const body = readMessage(message)
        commands.push(Object.keys(body)[0] ?? '')
        socket.write(written(message, answer(collections, body)))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    collections,
    commands,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

if (import.meta.main) console.log(`mongodb://127.0.0.1:${(await startMongoPeer(Number(process.argv[2] ?? 4706))).port}`)
