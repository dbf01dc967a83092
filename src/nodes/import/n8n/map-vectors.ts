/** n8n's vector stores as steps: what is stored, and what is looked for. */
import { readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { type Mapped, type Mapper, mapped } from './mapped.ts'
import { kept, loaderOf, storeOf, topOf } from './vector-parts.ts'

const insert: Mapper = (reader) => {
  const store = storeOf(reader, reader.step)
  const loader = loaderOf(reader, reader.step)
  if (!store || !loader) return null
  const { metadata } = loader
  const collection = kept(String(store.config.collection))
  const config = {
    ...store.config,
    operation: 'add',
    collection,
    texts: '{{ $input.chunks.text }}',
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
  const folded = [...store.folded, ...loader.folded]
  return mapped('vector_store', config, { before: loader.before, slots: store.slots, folded, effect: 'write' })
}

const DOCUMENTS = '[$input.results.{"document": {"pageContent": text, "metadata": metadata}, "score": score}]'

const load: Mapper = (reader) => {
  const store = storeOf(reader, reader.step)
  if (!store) return null
  const query = reader.text(readAt(reader.step.parameters, 'prompt'), 'prompt')
  const config = { ...store.config, operation: 'search', query, limit: topOf(reader.step) }
  const { slots, folded } = store
  const follow = { type: 'set_fields', title: 'Documents in the n8n format', config: { json: `{{ ${DOCUMENTS} }}` } }
  return mapped('vector_store', config, { gives: 'many', follow, slots, folded })
}

const vectors: Mapper = (reader): Mapped | null => {
  const mode = readTextAt(reader.step.parameters, 'mode')
  if (mode === 'insert' || reader.step.type.endsWith('Insert')) return insert(reader)
  if (mode === 'load' || reader.step.type.endsWith('Load')) return load(reader)
  return mode === undefined && reader.parts.some(({ kind }) => kind === 'ai_document') ? insert(reader) : null
}

export const VECTORS: Record<string, Mapper> = Object.fromEntries(
  ['Qdrant', 'Pinecone', 'Supabase', 'PGVector'].flatMap((name) =>
    ['', 'Insert', 'Load'].map((form) => [`lc:vectorStore${name}${form}`, vectors] as const),
  ),
)
