/** What knowledge is bounded by and what its fields may say, as plain data: the browser reads it too. */

/** `per_owner`: bases. `documents`, `chunks`: of a base. `text_chars`: of one document. `searched`: bases at once. `address`: characters of one. `addresses_per_hour`: pages a person has read. `sites`: of a base. `sites_per_hour`: a person adds. */
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

export const DOCUMENT_STATES = ['queued', 'reading', 'embedding', 'ready', 'failed'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]

export const KNOWLEDGE_ACCESS = ['read', 'write'] as const
export type KnowledgeAccess = (typeof KNOWLEDGE_ACCESS)[number]
export type KnowledgeRole = 'owner' | KnowledgeAccess

/** `words`: BM25. `meaning`: embeddings. `hybrid`: both, with combined ranks. */
export const KNOWLEDGE_MODES = ['hybrid', 'words', 'meaning'] as const
export type KnowledgeMode = (typeof KNOWLEDGE_MODES)[number]
