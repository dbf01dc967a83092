/** What nodes reach the outside through, put together. */
import type { ModelPort } from '#nodes/model-port.ts'
import type { ActionsPort, EmbedPort, KnowledgePort } from '#nodes/ports.ts'
import { createCodesPort } from '#server/areas/agents/codes/codes-port.ts'
import { createDocumentPort } from '#server/areas/runs/files/documents.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { createMemoryPort } from '#server/areas/runs/memories/memory-port.ts'
import { createHandOverPort } from '#server/areas/services/inbox/hand-over-port.ts'
import { createCuratedPort } from '#server/areas/workflows/curated-answers/match.ts'
import { createTablesPort } from '#server/areas/workflows/data-tables/tables-port.ts'
import { createSkillsPort } from '#server/areas/workflows/skills/skills-port.ts'
import type { EngineOptions } from '#server/engine/assemble.ts'
import type { FileStore } from '#server/gateways/files.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { createDocumentsPort } from '#server/runners/documents-port.ts'
import type { createRunners } from '#server/runners/runners.ts'
import type { Secrets } from './secrets.ts'

export interface PortParts {
  db: Database
  files: FileStore
  runners: ReturnType<typeof createRunners>
  secrets: Secrets
  actions: ActionsPort
  model: ModelPort
  knowledge: { port: KnowledgePort; embed: EmbedPort }
  log: WarningLog
  /** Whether addresses can be confirmed here. */
  askProof: boolean
}

/** What nodes reach the outside through. */
export const createEnginePorts = ({
  db,
  files,
  runners,
  secrets,
  actions,
  model,
  knowledge,
  log,
  askProof,
}: PortParts): EngineOptions['ports'] => ({
  http: secrets.http,
  sql: secrets.sql,
  mail: secrets.mail,
  actions,
  documents: createDocumentPort(db, createDocumentsPort({ files, runner: runners.documents })),
  files: createFilePort({ db, files }),
  paperwork: runners.paperwork,
  code: runners.code,
  embed: runners.embed,
  codes: createCodesPort(db),
  tables: createTablesPort({ db, askProof }),
  model,
  knowledge: knowledge.port,
  curated: createCuratedPort({ db, embed: knowledge.embed, log }),
  memory: createMemoryPort(db),
  handOver: createHandOverPort(db),
  skills: createSkillsPort(db),
})
