/** n8n's vector stores, with the embeddings, loaders and splitters that hang on them, as settings of our “Vector database”. */
import type { CredentialTypeName } from '#contract/accounts/credential-types.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { readAt, readTextAt } from '#nodes/import/untrusted.ts'
import { type Before, type Folded, KEEP_INPUT, KEEPER, type OpenSlot } from './mapped.ts'
import type { Step } from './read.ts'
import { credentialSlot } from './slots.ts'
import { type StepReader, unwrapped } from './step-reader.ts'

interface Kind {
  store: string
  title: string
  credential: CredentialTypeName
  /** The parameter that names the collection, index or table. */
  collection: string
  otherwise: string
  /** Its address is not in the file. */
  asks: boolean
}

const KINDS: Record<string, Kind> = {
  Qdrant: {
    store: 'qdrant',
    title: 'Qdrant',
    credential: 'api_key_header',
    collection: 'qdrantCollection',
    otherwise: '',
    asks: true,
  },
  Pinecone: {
    store: 'pinecone',
    title: 'Pinecone',
    credential: 'api_key_header',
    collection: 'pineconeIndex',
    otherwise: '',
    asks: false,
  },
  Supabase: {
    store: 'supabase',
    title: 'Supabase',
    credential: 'api_key_header',
    collection: 'tableName',
    otherwise: '',
    asks: true,
  },
  PGVector: {
    store: 'postgres',
    title: 'Postgres',
    credential: 'postgres',
    collection: 'tableName',
    otherwise: 'n8n_vectors',
    asks: false,
  },
}

/** Models whose makers answer as OpenAI does, with the one that n8n takes when none is named. */
const MODELS: Record<string, string> = {
  OpenAi: 'text-embedding-3-small',
  AzureOpenAi: 'text-embedding-3-small',
  GoogleGemini: 'text-embedding-004',
  MistralCloud: 'mistral-embed',
  Cohere: 'embed-english-v3.0',
  Ollama: 'nomic-embed-text',
}

const kindOf = ({ type }: Step): Kind | undefined => {
  const [, name = ''] = /^lc:vectorStore([A-Za-z]+?)(?:Insert|Load)?$/.exec(type) ?? []
  return Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
}

export interface VectorParts {
  config: JsonObject
  slots: OpenSlot[]
  folded: Folded[]
}

/**
 * Where texts are kept, and by which model they become vectors. Null for another store or model.
 * @param step the store: the step of the reader, or one of its parts
 */
export function storeOf(reader: StepReader, step: Step): VectorParts | null {
  const kind = kindOf(step)
  const embedding = reader.partsOf(step).find((part) => part.kind === 'ai_embedding')?.step
  const maker = embedding?.type.replace(/^lc:embeddings/, '') ?? ''
  if (!kind || !embedding || !Object.hasOwn(MODELS, maker)) return null
  const { parameters } = step
  const raw = unwrapped(readAt(parameters, kind.collection))
  const collection = raw === undefined || raw === '' ? kind.otherwise : reader.text(raw, kind.collection)
  const namespace = reader.text(readAt(parameters, 'options', 'pineconeNamespace') ?? '', 'pineconeNamespace')
  const query = readTextAt(parameters, 'options', 'queryName')
  const asked = unwrapped(readAt(embedding.parameters, 'model')) ?? unwrapped(readAt(embedding.parameters, 'modelName'))
  const old = maker === 'OpenAi' && embedding.version < 1.2 ? 'text-embedding-ada-002' : MODELS[maker]
  const model = typeof asked === 'string' && asked !== '' && !asked.startsWith('=') ? asked : (old ?? '')
  const server = credentialSlot(embedding, 'openai_compatible', embedding.name)
  const slots: OpenSlot[] = [
    credentialSlot(step, kind.credential, kind.title) ?? {
      field: 'credential',
      type: kind.credential,
      name: kind.title,
    },
    { field: 'embeddings.credential', type: 'openai_compatible', name: server?.name ?? embedding.name },
    ...(kind.asks ? [{ field: 'address', type: 'value', name: `Address of ${kind.title}` }] : []),
    ...(collection === '' ? [{ field: 'collection', type: 'value', name: 'Collection' }] : []),
  ]
  return {
    config: {
      store: kind.store,
      collection,
      ...(namespace !== '' && { namespace }),
      ...(query !== undefined && query !== '' && !query.startsWith('=') && { search_function: query }),
      embeddings: { model: model.replace(/^models\//, '').slice(0, 200) },
    },
    slots,
    folded: [{ name: embedding.name, how: 'mapped' }],
  }
}

const number = (value: unknown, otherwise: number, least: number, most: number): number =>
  Math.round(Math.max(least, Math.min(most, typeof value === 'number' && Number.isFinite(value) ? value : otherwise)))

export const topOf = ({ parameters }: Step): number => number(readAt(parameters, 'topK'), 4, 1, 100)

const CHARACTERS_IN_TOKEN = 4

function splitterOf(splitter: Step | undefined): JsonObject {
  const factor = splitter?.type === 'lc:textSplitterTokenSplitter' ? CHARACTERS_IN_TOKEN : 1
  const size = number(readAt(splitter?.parameters, 'chunkSize'), 1000, 1, 100_000) * factor
  const overlap = number(readAt(splitter?.parameters, 'chunkOverlap'), splitter ? 0 : 200, 0, 100_000) * factor
  return { max_chars: number(size, 1000, 100, 10_000), overlap_chars: number(overlap, 0, 0, 5_000) }
}

export const KEPT = `$nodes.${KEEPER}.item`
export const kept = <T extends string>(text: T): string => text.replace(/\$input(?!\w)/g, () => KEPT)

/** The file of what came in, whatever holds it. */
export const FILE_OF_INPUT = `{{ [${KEPT}, ${KEPT}.data, ${KEPT}.file, ${KEPT}.*[$exists(file_id)]][$exists(file_id)][0] }}`

/** The steps that read what came in and cut it into passages, and what is stored with each. Null for another loader. */
export function loaderOf(
  reader: StepReader,
  store: Step,
): { before: Before[]; metadata: JsonObject; folded: Folded[] } | null {
  const loader = reader.partsOf(store).find((part) => part.kind === 'ai_document')?.step
  if (!loader || !/^lc:document(?:DefaultData|JsonInput|BinaryInput)Loader$/.test(loader.type)) return null
  const splitter = reader.partsOf(loader).find((part) => part.kind === 'ai_textSplitter')?.step
  const { parameters } = loader
  const isFile = loader.type === 'lc:documentBinaryInputLoader' || readTextAt(parameters, 'dataType') === 'binary'
  const given = readTextAt(parameters, 'jsonMode') === 'expressionData' ? readAt(parameters, 'jsonData') : undefined
  if (!isFile && given === undefined)
    reader.warn(
      'approximate',
      'documents',
      'n8n stored each text of an item apart; here the whole item is stored as JSON',
    )
  const text = given === undefined ? `{{ $string(${KEPT}) }}` : kept(reader.text(given, 'jsonData'))
  const rows = readAt(parameters, 'options', 'metadata', 'metadataValues')
  const metadata = Object.fromEntries(
    (Array.isArray(rows) ? rows : []).slice(0, 50).flatMap((row) => {
      const name = (readTextAt(row, 'name') ?? '').replace(/^=/, '')
      const isPlain = name !== '' && !name.includes('{{') && name !== '__proto__'
      return isPlain ? [[name, kept(reader.text(readAt(row, 'value'), `metadata.${name}`))] as const] : []
    }),
  )
  const cut: Before = {
    type: 'split_text',
    title: 'Passages',
    config: { ...(!isFile && { document: text }), ...splitterOf(splitter) },
  }
  const read: Before = { type: 'read_document', title: 'Read the file', config: { file: FILE_OF_INPUT } }
  return {
    before: [KEEP_INPUT, ...(isFile ? [read] : []), cut],
    metadata,
    folded: [loader, ...(splitter ? [splitter] : [])].map(({ name }) => ({ name, how: 'mapped' })),
  }
}
