/** What other areas use of knowledge. They import nothing else of it. */
export type { KnowledgeDb } from './bases/bases.ts'
export { isDocumentFile } from './documents/documents.store.ts'
export type { DocumentDeps, DocumentFiles } from './documents/documents.ts'
