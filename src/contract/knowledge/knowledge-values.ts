/** What knowledge is bounded by and what its fields may say, as plain data: the browser reads it too. */

/** `per_owner`: bases. `documents`, `chunks`: of a base. `text_chars`: of one document. `searched`: bases at once. `address`: characters of one. `addresses_per_hour`: pages a person has read. `sites`: of a base. `sites_per_hour`: a person adds. `sources`: of a base. `syncs_per_hour`: a person starts. `places_per_hour`: folders a person looks into. */
export const KNOWLEDGE = {
  per_owner: 50,
  name: 120,
  description: 2000,
  documents: 10_000,
  chunks: 1_000_000,
  chunks_of_document: 20_000,
  pages: 3000,
  text_chars: 4_000_000,
  rows: 50_000,
  shares: 50,
  shares_per_hour: 60,
  query: 1000,
  hits: 20,
  searched: 10,
  neighbours: 3,
  metadata: 32,
  metadata_key: 64,
  metadata_value: 500,
  chunk_edit: 8000,
  zip_files: 300,
  zip_bytes: 100_000_000,
  embedding_name: 200,
  address: 2000,
  addresses_per_hour: 120,
  sites: 20,
  sites_per_hour: 30,
  sources: 20,
  syncs_per_hour: 30,
  places_per_hour: 600,
} as const

/** How documents are cut, in characters. */
export const CHUNKING = { min: 200, max: 4000, usual: 900, most_overlap: 1000, usual_overlap: 120 } as const

/** Of a site. `pages`: documents it may become. `depth`: links from its first page. `found`: addresses that are remembered, for each page. */
export const SITE = { pages: 1000, usual_pages: 100, depth: 10, usual_depth: 3, found: 3 } as const

export const SITE_STATES = ['reading', 'stopped', 'done', 'failed'] as const
export type SiteState = (typeof SITE_STATES)[number]

/** How often a website is read again. */
export const READ_AGAIN = ['never', 'daily', 'weekly'] as const
export type ReadAgain = (typeof READ_AGAIN)[number]

/** `duplicate`: the same page or text was found elsewhere. `skipped`: it may not be read, or is beyond the limits. `gone`: two readings in a row missed it. */
export const SITE_PAGE_STATES = ['waiting', 'read', 'duplicate', 'skipped', 'failed', 'gone'] as const
export type SitePageState = (typeof SITE_PAGE_STATES)[number]

/** Of a source. `file_bytes`: of one document. `found`: documents that are remembered; `containers`: folders. `place`: characters. */
export const SOURCE = {
  documents: 10_000,
  usual_documents: 1000,
  megabytes: 20_000,
  usual_megabytes: 1000,
  file_bytes: 25_000_000,
  found: 20_000,
  containers: 5000,
  place: 1000,
  name: 300,
} as const

export const SOURCE_KINDS = ['google_drive', 'onedrive', 's3', 'notion'] as const
export type SourceKindName = (typeof SOURCE_KINDS)[number]

/** What a source of each kind signs in with: an account at an app of the catalogue, or a credential of the type `s3`. */
export const SOURCE_APPS: Readonly<Record<SourceKindName, string | null>> = {
  google_drive: 'google-drive',
  onedrive: 'onedrive',
  s3: null,
  notion: 'notion',
}

/** `paused` with an error: the connection has to be looked at. */
export const SOURCE_STATES = ['syncing', 'paused', 'done', 'failed'] as const
export type SourceState = (typeof SOURCE_STATES)[number]

export const SYNC_EVERY = ['never', 'hourly', 'daily', 'weekly'] as const
export type SyncEvery = (typeof SYNC_EVERY)[number]

/** `skipped`: it can’t be read, or is beyond the limits. `gone`: it was deleted there, or two syncs in a row missed it. */
export const SOURCE_ITEM_STATES = ['waiting', 'read', 'skipped', 'failed', 'gone'] as const
export type SourceItemState = (typeof SOURCE_ITEM_STATES)[number]

export const DOCUMENT_STATES = ['queued', 'reading', 'embedding', 'ready', 'failed'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]

export const KNOWLEDGE_ACCESS = ['read', 'write'] as const
export type KnowledgeAccess = (typeof KNOWLEDGE_ACCESS)[number]
export type KnowledgeRole = 'owner' | KnowledgeAccess

/** `words`: BM25. `meaning`: embeddings. `hybrid`: both, with combined ranks. */
export const KNOWLEDGE_MODES = ['hybrid', 'words', 'meaning'] as const
export type KnowledgeMode = (typeof KNOWLEDGE_MODES)[number]
