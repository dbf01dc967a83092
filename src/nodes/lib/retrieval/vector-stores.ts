/** Vector databases of the users, over their own interfaces: what is found, and what is added. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { checkStatus, parseBody, send, webAddress } from '#nodes/lib/integrations/request.ts'
import { type NodeContext, NodeError } from '#nodes/node.ts'
import type { HttpRequest, HttpResponse } from '#nodes/ports.ts'
import { isObject } from '#shared/json.ts'

export interface Place {
  credential: string | undefined
  /** Of the server, without a slash at its end; empty where the store has none or finds it out. */
  address: string
  /** The collection, index or table. */
  collection: string
  namespace: string
  /** The function that searches, at Supabase. */
  search_function: string
}

export interface Found {
  text: string
  metadata: JsonObject
  /** Higher is closer; comparable within one search only. */
  score: number
}

export interface Passage {
  /** The same for every attempt. */
  id: string
  text: string
  metadata: JsonObject
  vector: number[]
}

type Context = Pick<NodeContext<unknown>, 'http' | 'sql' | 'signal' | 'run'>

export interface VectorStore {
  search(ctx: Context, place: Place, vector: number[], limit: number): Promise<Found[]>
  add(ctx: Context, place: Place, passages: readonly Passage[]): Promise<void>
}

const TIMEOUT_MS = 30_000

/** @throws NodeError `address_missing` */
function addressOf({ address }: Place): string {
  if (address.trim() === '')
    throw new NodeError('address_missing', 'Enter the address of the database', { field: 'address' })
  return webAddress(address.trim()).href.replace(/\/+$/, '')
}

async function ask(
  ctx: Context,
  { credential }: Place,
  method: HttpRequest['method'],
  url: string,
  body: Json = null,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  return send(ctx, {
    method,
    url,
    headers: { accept: 'application/json', ...(body !== null && { 'content-type': 'application/json' }), ...headers },
    body: body === null ? null : JSON.stringify(body),
    timeout_ms: TIMEOUT_MS,
    redirects: 'refuse',
    ...(credential && { credential }),
  })
}

function bodyOf(response: HttpResponse): Json {
  checkStatus(response)
  return parseBody(response)
}

const listIn = (body: Json, ...path: string[]): JsonObject[] => {
  let found: Json | undefined = body
  for (const name of path) found = isObject(found) ? found[name] : undefined
  return Array.isArray(found) ? found.filter(isObject) : []
}
const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
const number = (value: Json | undefined): number => (typeof value === 'number' ? value : Number(value) || 0)
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const name = (collection: string): string => encodeURIComponent(collection)

/** https://api.qdrant.tech: payloads as LangChain writes them. */
const qdrant: VectorStore = {
  async search(ctx, place, vector, limit) {
    const url = `${addressOf(place)}/collections/${name(place.collection)}/points/query`
    const body = bodyOf(await ask(ctx, place, 'POST', url, { query: vector, limit, with_payload: true }))
    return listIn(body, 'result', 'points').map((point) => {
      const payload = object(point.payload)
      return { text: text(payload.content), metadata: object(payload.metadata), score: number(point.score) }
    })
  },
  async add(ctx, place, passages) {
    const url = `${addressOf(place)}/collections/${name(place.collection)}`
    const points = passages.map(({ id, vector, text: content, metadata }) => ({
      id,
      vector,
      payload: { content, metadata },
    }))
    const put = () => ask(ctx, place, 'PUT', `${url}/points?wait=true`, { points })
    let response = await put()
    if (response.status === 404) {
      const size = passages[0]?.vector.length ?? 0
      bodyOf(await ask(ctx, place, 'PUT', url, { vectors: { size, distance: 'Cosine' } }))
      response = await put()
    }
    checkStatus(response)
  },
}

const PINECONE = { 'x-pinecone-api-version': '2025-01' }

/** https://docs.pinecone.io: an index has a host of its own. */
async function indexHost(ctx: Context, place: Place): Promise<string> {
  if (place.address.trim() !== '') return addressOf(place)
  const url = `https://api.pinecone.io/indexes/${name(place.collection)}`
  const host = text(object(bodyOf(await ask(ctx, place, 'GET', url, null, PINECONE))).host)
  // Told by an answer: it may name no other host.
  if (!/^[a-z0-9.-]+\.pinecone\.io$/i.test(host))
    throw new NodeError('index_not_found', 'Pinecone did not say where the index is', { field: 'collection' })
  return `https://${host}`
}

const pinecone: VectorStore = {
  async search(ctx, place, vector, topK) {
    const { namespace } = place
    const body = { vector, topK, includeMetadata: true, ...(namespace !== '' && { namespace }) }
    const answer = bodyOf(await ask(ctx, place, 'POST', `${await indexHost(ctx, place)}/query`, body, PINECONE))
    return listIn(answer, 'matches').map((match) => {
      const { text: found, ...metadata } = object(match.metadata)
      return { text: text(found), metadata, score: number(match.score) }
    })
  },
  async add(ctx, place, passages) {
    const { namespace } = place
    const vectors = passages.map(({ id, vector, text: content, metadata }) => ({
      id,
      values: vector,
      metadata: { ...flat(metadata), text: content },
    }))
    const url = `${await indexHost(ctx, place)}/vectors/upsert`
    bodyOf(await ask(ctx, place, 'POST', url, { vectors, ...(namespace !== '' && { namespace }) }, PINECONE))
  },
}

/** Pinecone takes texts, numbers, booleans and lists of texts. */
const flat = (metadata: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(metadata).flatMap(([key, value]) =>
      value === null ? [] : [[key, typeof value === 'object' ? JSON.stringify(value) : value] as const],
    ),
  )

/** https://supabase.com/docs/guides/ai/langchain: a table, and a function that searches it. */
const supabase: VectorStore = {
  async search(ctx, place, vector, limit) {
    const url = `${addressOf(place)}/rest/v1/rpc/${name(place.search_function)}`
    const body = bodyOf(await ask(ctx, place, 'POST', url, { query_embedding: vector, match_count: limit, filter: {} }))
    return (Array.isArray(body) ? body.filter(isObject) : []).map((row) => ({
      text: text(row.content),
      metadata: object(row.metadata),
      score: number(row.similarity),
    }))
  },
  async add(ctx, place, passages) {
    const rows = passages.map(({ text: content, metadata, vector }) => ({ content, metadata, embedding: vector }))
    const url = `${addressOf(place)}/rest/v1/${name(place.collection)}`
    bodyOf(await ask(ctx, place, 'POST', url, rows, { prefer: 'return=minimal' }))
  },
}

/** A table with the columns `text`, `metadata` and `embedding`; the schema may be named before a dot. */
const tableOf = ({ collection }: Place): string =>
  collection
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""').slice(0, 63)}"`)
    .join('.')

/** https://github.com/pgvector/pgvector */
const postgres: VectorStore = {
  async search(ctx, place, vector, limit) {
    const query = `select "text", metadata, 1 - (embedding <=> $1::vector) as score from ${tableOf(place)} order by embedding <=> $1::vector limit $2`
    const rows = await rowsOf(ctx, place, query, [JSON.stringify(vector), limit], 'read')
    return rows.map((row) => ({ text: text(row.text), metadata: object(row.metadata), score: number(row.score) }))
  },
  async add(ctx, place, passages) {
    const rows = passages.map(({ text: content, metadata, vector }) => ({
      text: content,
      metadata,
      embedding: JSON.stringify(vector),
    }))
    const query = `insert into ${tableOf(place)} ("text", metadata, embedding) select r->>'text', r->'metadata', (r->>'embedding')::vector from jsonb_array_elements($1::jsonb) r`
    await rowsOf(ctx, place, query, [JSON.stringify(rows)], 'write')
  },
}

async function rowsOf(ctx: Context, { credential }: Place, query: string, parameters: Json[], mode: 'read' | 'write') {
  if (!credential) throw new NodeError('credential_missing', 'Choose a database', { field: 'credential' })
  const request = { text: query, parameters, mode, max_rows: 1000, timeout_ms: TIMEOUT_MS }
  return (await ctx.sql.query(request, credential, ctx.run.as, ctx.signal)).rows
}

export const VECTOR_STORES = { qdrant, pinecone, supabase, postgres } satisfies Record<string, VectorStore>
