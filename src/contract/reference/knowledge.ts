/** Reference texts: knowledge bases, their documents, and searching them. */
import type { ReferenceText } from './reference-text.ts'

export const KNOWLEDGE_TEXTS = {
  listKnowledge: [
    'List knowledge bases',
    'Returns your knowledge bases and those shared with you, last changed first.',
  ],
  createKnowledge: [
    'Create a knowledge base',
    'Creates an empty knowledge base, or one with the page or file at `url`, which is read first.',
  ],
  getKnowledge: ['Get a knowledge base', 'Returns a knowledge base. Only its owner sees whom it is shared with.'],
  updateKnowledge: [
    'Update a knowledge base',
    'Changes a knowledge base. New chunk settings apply when documents are next indexed. `embedding` is tried first, and indexes all documents again.',
  ],
  deleteKnowledge: ['Delete a knowledge base', 'Deletes a knowledge base with its documents and files.'],
  shareKnowledge: [
    'Share a knowledge base',
    'Gives the account with this email address access, or takes it back. The answer doesn’t reveal whether one exists.',
  ],
  listKnowledgeDocuments: ['List documents', 'Returns documents with progress and errors, newest first.'],
  addKnowledgeDocument: [
    'Add a document',
    'Adds a PDF, DOCX, XLSX, CSV, HTML, Markdown, text or picture, or the files of a ZIP, as a multipart form with the field `file`. It is indexed in the background.',
  ],
  addKnowledgeAddress: [
    'Add a document from a web address',
    'Reads a web page, PDF, DOCX, Markdown or text file at an https address and adds it. It is indexed in the background.',
  ],
  listKnowledgeSites: ['List websites', 'Returns the websites of a knowledge base with their progress, newest first.'],
  addKnowledgeSite: [
    'Add a website',
    'Reads a website in the background: pages on the same host and below the same path, found by links and sitemaps, as robots.txt allows.',
  ],
  updateKnowledgeSite: [
    'Update a website',
    'Stops reading, or continues with the pages that wait and those that failed. Chooses how often it is read again. Fields you leave out keep their value.',
  ],
  readKnowledgeSite: [
    'Read a website again',
    'Reads all pages again in the background and looks for new ones. Changed pages replace their documents, and pages that two readings in a row miss are removed.',
  ],
  deleteKnowledgeSite: ['Remove a website', 'Removes a website with the documents that its pages became.'],
  listKnowledgeSitePages: ['List pages of a website', 'Returns the addresses found, with why one became no document.'],
  listKnowledgeSources: [
    'List sources',
    'Returns the sources of your knowledge base with their progress, newest first.',
  ],
  addKnowledgeSource: [
    'Add a source',
    'Keeps a knowledge base in sync with a folder of Google Drive or OneDrive, an S3 bucket, or pages of Notion, through a connection of yours.',
  ],
  listSourcePlaces: [
    'List places of a connection',
    'Asks the service which folders, pages or databases a source may begin with.',
  ],
  updateKnowledgeSource: [
    'Update a source',
    'Pauses a source, or continues with what waits and what failed. Chooses how often it is synced, and with which connection. Fields you leave out keep their value.',
  ],
  syncKnowledgeSource: [
    'Sync a source',
    'Lists everything again in the background. What changed replaces its documents; what was deleted, or what two syncs in a row miss, is removed.',
  ],
  deleteKnowledgeSource: ['Remove a source', 'Removes a source and keeps its documents, or removes them too.'],
  listKnowledgeSourceItems: [
    'List items of a source',
    'Returns what was found, with why something became no document.',
  ],
  updateKnowledgeDocument: ['Update a document', 'Changes the name or the metadata of a document.'],
  replaceKnowledgeDocument: [
    'Replace a document',
    'Replaces the file of a document. Searches find the old content until the new one is indexed.',
  ],
  readKnowledgeDocument: [
    'Read a document’s page again',
    'Reads the web address of a document again. A page that changed replaces it, and searches find the old content until the new one is indexed.',
  ],
  deleteKnowledgeDocument: ['Remove a document', 'Removes a document with its file. No search finds it any more.'],
  indexKnowledge: [
    'Index documents again',
    'Indexes one document, all, or the failed ones again, from their files. The old index answers meanwhile; edited chunks are replaced.',
  ],
  listKnowledgeChunks: ['List chunks', 'Returns what a document was cut into, with the place of each chunk.'],
  editKnowledgeChunk: [
    'Edit a chunk',
    'Changes the text of a chunk. If it differs from `instead_of`, answers 409 `stale_details`.',
  ],
  searchKnowledge: [
    'Search a knowledge base',
    'Returns the passages that fit best, by words, by meaning or both, with document, version, page and boxes. `fit` and the ranks say how each was ranked, `marks` where its words are. `warning` says why the embedding model was not used. With `answer`, the sentences that answer the query are quoted from the passages, word for word; no model writes them, and nothing is charged.',
  ],
} as const satisfies Readonly<Record<string, ReferenceText>>
