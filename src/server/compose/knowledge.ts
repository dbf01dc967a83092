/** Knowledge put together: its search, its port for nodes, and the pipeline that indexes documents. */
import { buffer } from 'node:stream/consumers'
import { embedForServer } from '#nodes/runner-ports.ts'
import { workForServer } from '#nodes/work-for.ts'
import { createRefusedAccounts } from '#server/areas/accounts/accounts.ts'
import { createKnowledgePort } from '#server/areas/knowledge/documents/knowledge-port.ts'
import type { IndexingParts } from '#server/areas/knowledge/indexing/index-documents.ts'
import { createKnowledgeSearch } from '#server/areas/knowledge/search/search.ts'
import type { SiteParts } from '#server/areas/knowledge/sites/turn.ts'
import type { SyncParts } from '#server/areas/knowledge/sources/turn.ts'
import { createDocumentFiles } from '#server/areas/runs/files/document-files.ts'
import { createOutsideModels, type EmbedTextsDeps } from '#server/areas/workflows/models/embed-texts.ts'
import type { Config } from '#server/config.ts'
import type { FileStore } from '#server/gateways/files.ts'
import type { Outbound } from '#server/gateways/outbound.ts'
import { createHttpWithCredentials } from '#server/gateways/vault/http-with-credentials.ts'
import type { Vault } from '#server/gateways/vault/vault.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { createDocumentsPort } from '#server/runners/documents-port.ts'
import type { Runners } from '#server/runners/runners.ts'

/** How long a website may take for an answer. */
const WEBSITE_MS = 20_000
/** Between two pages of a website, where its robots.txt asks for no longer. */
const SITE_DELAY_MS = 1000

export interface KnowledgeOptions {
  db: Database
  files: FileStore
  runners: Pick<Runners, 'documents' | 'paperwork' | 'embed' | 'embedCounted' | 'embedAside'>
  /** Which models from outside there are, and how they are asked. */
  models: EmbedTextsDeps
  config: Pick<Config, 'outboundAllow' | 'knowledgeBytes'>
  /** How pages of the web are read. */
  outbound: Pick<Outbound, 'http'>
  /** How files of accounts are read: as `outbound`, but for larger answers. */
  fileOutbound: Pick<Outbound, 'http'>
  /** Where the accounts of sources are opened. */
  vault: Vault
  /** Whether addresses can be confirmed here. */
  askProof: boolean
  log: WarningLog
}

export function assembleKnowledge(options: KnowledgeOptions) {
  const { config, outbound, fileOutbound, vault, db, files, runners, models, askProof, log } = options
  const embed = embedForServer(runners.embed)
  const outside = createOutsideModels(models)
  const search = createKnowledgeSearch({
    ...{ db, embed, embedOutside: outside.embed, askProof, log },
    mostBytes: config.knowledgeBytes,
  })
  const documentFiles = createDocumentFiles({ db, files })
  const indexing: IndexingParts = {
    db,
    log,
    embed: runners.embedAside,
    embedOutside: outside.embed,
    paperwork: runners.paperwork,
    parse: createDocumentsPort({ files, runner: runners.documents }).parse,
    open: ({ file_id, sha256 }) => ({ sha256, read: async () => buffer(await files.stream(file_id)) }),
  }
  const web = { http: outbound.http, allow: new Set(config.outboundAllow), timeout_ms: WEBSITE_MS }
  const writing = { db, askProof, files: documentFiles, embed, embedOutside: outside.embed }
  const sites: SiteParts = { ...writing, web, log, delay_ms: SITE_DELAY_MS }
  const sources: SyncParts = {
    ...writing,
    http: createHttpWithCredentials({ http: fileOutbound.http, vault, allow: config.outboundAllow }),
    accounts: createRefusedAccounts(db, vault),
    log,
  }
  const embedCounted = (texts: readonly string[], signal: AbortSignal) =>
    runners.embedCounted(texts, workForServer(signal))
  return {
    search,
    embed,
    embedCounted,
    outside,
    indexing,
    sites,
    sources,
    port: createKnowledgePort(writing, search),
    web,
  }
}
