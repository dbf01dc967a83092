/** The files of documents of knowledge: ordinary files of the base's owner, which count as theirs. */
import type { DocumentFiles } from '#server/areas/knowledge/knowledge.ts'
import type { FileStore } from '#server/gateways/files.ts'
import type { Database } from '#server/platform/database/database.ts'
import { largestFile, readLimits } from '#server/platform/settings/limits.ts'
import { HOUR_MS } from '#shared/time.ts'
import { keepFile } from './files.store.ts'
import { storeFile } from './files.ts'

export const createDocumentFiles = (deps: { db: Database; files: FileStore }): DocumentFiles => ({
  store: (owner, file) =>
    storeFile(deps, { type: 'user', id: owner }, { ...file, expires_at: new Date(Date.now() + HOUR_MS) }),
  keep: keepFile,
  largest: async () => largestFile(await readLimits(deps.db)),
})
