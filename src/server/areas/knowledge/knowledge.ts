/** What other areas use of knowledge. They import nothing else of it. */

export { mayChooseKnowledge } from './bases/bases.policy.ts'
export { findChoosable } from './bases/choosable.ts'
export type { EmbedOutside, OutsideEmbedding, OutsideModels } from './bases/outside-embedding.ts'
export { deleteDocumentsOfRuns, isDocumentFile } from './documents/documents.store.ts'
export type { DocumentFiles } from './documents/documents.ts'
