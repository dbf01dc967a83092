import { z } from 'zod'
import { Json, JsonObject } from '#contract/core/primitives.ts'
import { credentialField } from '#nodes/credential-field.ts'
import { textsFrom } from '#nodes/lib/ai/texts.ts'
import { nameBasedId } from '#nodes/lib/data/name-based-id.ts'
import { at, checkStatus, parseBody, send } from '#nodes/lib/integrations/request.ts'
import { VECTOR_STORES } from '#nodes/lib/retrieval/vector-stores.ts'
import { defineNode, type NodeContext, NodeError, output } from '#nodes/node.ts'
import { brief, value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const MOST_TEXTS = 1_000
/** Makers of models take so many at once. */
const AT_A_TIME = 64

const STORES = ['qdrant', 'pinecone', 'supabase', 'postgres'] as const
const adds = { when: { field: 'operation', is: ['add'] } } as const
const searches = { when: { field: 'operation', is: ['search'] } } as const

const Config = z.strictObject({
  operation: z
    .enum(['search', 'add'])
    .default('search')
    .describe('search: Finds the texts that are closest in meaning. add: Stores texts.')
    .meta({ title: 'Operation' }),
  store: z
    .enum(STORES)
    .default('qdrant')
    .describe('postgres: Any Postgres with pgvector; a table with the columns text, metadata and embedding.')
    .meta({ title: 'Database' }),
  credential: credentialField(
    ['api_key_header', 'bearer', 'postgres'],
    'Signs in to the database: for Qdrant the header api-key, for Pinecone Api-Key, for Supabase apikey.',
    'Sign-in',
  ),
  address: z
    .string()
    .max(500)
    .default('')
    .describe('For Qdrant and Supabase. For Pinecone the host of the index; leave empty to look it up.')
    .meta({
      title: 'Address',
      placeholder: 'https://',
      when: { field: 'store', is: ['qdrant', 'pinecone', 'supabase'] },
    }),
  collection: z.string().max(200).default('').describe('The collection, index or table.').meta({ title: 'Collection' }),
  namespace: z
    .string()
    .max(200)
    .default('')
    .describe('A part of the index.')
    .meta({ title: 'Namespace', when: { field: 'store', is: ['pinecone'] } }),
  search_function: z
    .string()
    .max(63)
    .default('match_documents')
    .describe('The function that searches the table.')
    .meta({ title: 'Search function', when: { field: 'store', is: ['supabase'] } }),
  query: z
    .string()
    .max(10_000)
    .default('')
    .describe('What to look for.')
    .meta({ title: 'Query', ...searches }),
  limit: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(4)
    .describe('Maximum number of texts to return.')
    .meta({ title: 'Texts', ...searches }),
  texts: value('Texts', 'A text or a list of texts, such as passages from Split text. Leave empty to use the input.'),
  metadata: JsonObject.optional()
    .describe('Stored with each text.')
    .meta({ title: 'Metadata', widget: 'json', ...adds }),
  embeddings: z
    .strictObject({
      credential: credentialField(
        ['openai_compatible'],
        'A model server that supports the OpenAI API.',
        'Model server',
      ),
      model: z
        .string()
        .max(200)
        .default('text-embedding-3-small')
        .describe('The model that turns texts into vectors.')
        .meta({ title: 'Model', expression: 'none' }),
    })
    .optional()
    .describe('Use the model that the collection was filled with. Leave empty for Chowk’s own, with 512 numbers.')
    .meta({ title: 'Embeddings' }),
})
type Config = z.output<typeof Config>
type Context = NodeContext<Config>

export const vectorStore = defineNode({
  type: 'vector_store',
  version: 1,
  title: 'Vector database',
  category: 'integration',
  icon: 'database',
  description:
    'Searches texts by meaning in your Qdrant, Pinecone, Supabase or Postgres database, or adds texts to it.',
  kind: 'effect',
  timeout_ms: 120_000,
  config: Config,
  example: {
    store: 'qdrant',
    address: 'https://qdrant.example.com',
    collection: 'handbook',
    query: '{{ $input.question }}',
  },
  output: z.object({
    /** Of a search, best first. */
    results: z
      .array(z.object({ text: z.string(), metadata: z.record(z.string(), Json), score: z.number() }))
      .optional(),
    /** How many were added. */
    added: z.number().int().optional(),
  }),
  sentence: ({ operation, collection, query }) =>
    operation === 'add'
      ? `Adds texts to ${brief(collection, 30)}`
      : `Finds ${brief(query, 30)} in ${brief(collection, 30)}`,
  run: async (ctx) => output(ctx.config.operation === 'add' ? await add(ctx) : await search(ctx)),
})

function placeOf({ config }: Context) {
  if (config.collection.trim() === '')
    throw new NodeError('collection_missing', 'Enter the collection, index or table', { field: 'collection' })
  const { credential, address, namespace, search_function } = config
  return { credential, address, collection: config.collection.trim(), namespace, search_function }
}

async function search(ctx: Context): Promise<JsonObject> {
  const { query, store, limit } = ctx.config
  if (query.trim() === '') throw new NodeError('query_missing', 'Enter what to look for', { field: 'query' })
  const place = placeOf(ctx)
  const [vector = []] = await vectorsOf(ctx, [query])
  const results = await VECTOR_STORES[store].search(ctx, place, vector, limit)
  return { results: results.map((one) => ({ ...one })) }
}

async function add(ctx: Context): Promise<JsonObject> {
  const { store, metadata = {} } = ctx.config
  const place = placeOf(ctx)
  const texts = textsFrom(ctx.config.texts, ctx.input).filter((text) => text.trim() !== '')
  if (texts.length > MOST_TEXTS)
    throw new NodeError('too_many', `At most ${MOST_TEXTS} texts can be added, not ${texts.length}`, { field: 'texts' })
  for (let from = 0; from < texts.length; from += AT_A_TIME) {
    ctx.progress(from / texts.length, `${from} of ${texts.length} texts`)
    const some = texts.slice(from, from + AT_A_TIME)
    const vectors = await vectorsOf(ctx, some)
    const passages = await Promise.all(
      some.map(async (text, index) => ({
        id: await nameBasedId(`${ctx.run.idempotency_key} ${from + index}`),
        text,
        metadata,
        vector: vectors[index] ?? [],
      })),
    )
    await VECTOR_STORES[store].add(ctx, place, passages)
  }
  return { added: texts.length }
}

/** @throws NodeError `embedding_failed` and as `HttpPort` */
async function vectorsOf(ctx: Context, texts: string[]): Promise<number[][]> {
  const { embeddings } = ctx.config
  if (!embeddings) return (await ctx.embed(texts, ctx.signal)).map((vector) => Array.from(vector))
  const { credential, model } = embeddings
  if (!credential)
    throw new NodeError('credential_missing', 'Choose the model server of the embeddings', {
      field: 'embeddings.credential',
    })
  const response = await send(ctx, {
    method: 'POST',
    url: '/embeddings',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, input: texts }),
    timeout_ms: 60_000,
    credential,
  })
  checkStatus(response)
  const data = at(parseBody(response), 'data')
  const vectors = (Array.isArray(data) ? data : []).map((one) => (isObject(one) ? one.embedding : null))
  if (vectors.length === texts.length && vectors.every(isVector)) return vectors
  throw new NodeError('embedding_failed', 'The model server answered without a vector for each text')
}

const isVector = (found: Json | undefined): found is number[] =>
  Array.isArray(found) && found.length > 0 && found.every((one) => typeof one === 'number')
