/** The world as a node sees it. The engine hands these to `run`; every implementation lives in `server/gateways` or `server/runners`. */
import type { Json, JsonObject, UserId } from '#contract/core/primitives.ts'
import type { KnowledgeAnswer, KnowledgeMetadata } from '#contract/knowledge/documents.ts'
import type { KnowledgeMode } from '#contract/knowledge/knowledge-values.ts'
import type { RowFilter } from '#contract/workflows/data-tables.ts'
import type { ModelPort } from './model-port.ts'
import type { Paperwork, PaperworkResult } from './paperwork.ts'

/** For whom something runs: what is theirs may be read, nothing else. */
export type Owner = { user_id: string } | { visitor_key: string }

/** In whose name a node acts: files are the run's owner's, credentials the workflow's author's. */
export interface RunAs {
  readonly owner: Owner
  /** Who owns the workflow that runs; null outside a run, such as a test of a credential. */
  readonly author: UserId | null
  /** The workflow version that runs; null outside a run, such as a test of a credential. */
  readonly version: string | null
  /** The agent version that is run; absent where the workflow itself runs, and in a run that a step started, also of an agent. */
  readonly agent_version?: string | null
  /** The run; absent outside a run. */
  readonly execution?: string
  /** How the run was started; absent outside a run. */
  readonly trigger?: string
  /** The knowledge bases that the owner of the run chose in the form that started it; absent outside a run. */
  readonly chosen?: readonly string[]
  /** Whose account is used in place of the author's: a buyer's, for a slot of the agent. Set by the port of actions alone. */
  readonly lender?: UserId
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  /** With a credential that has an address of its own (an S3 store, a Slack webhook, a model server) what follows it: `/bucket/key`. */
  url: string
  headers: Record<string, string>
  body: string | Uint8Array | null
  /** At most 60,000. */
  timeout_ms: number
  /** The id of a credential: the port signs in with it, the caller never sees it. Needs `who`. */
  credential?: string | null
  /** The connector that the credential must be an account at. */
  app?: string
  /** The answer's bytes are wanted as they are; `body` is empty then. */
  binary?: boolean
  /** `refuse`: an answer that sends elsewhere is given as it is. Followed, at most five times, when absent. */
  redirects?: 'follow' | 'refuse'
  /** Goes over a connection of its own: one that was kept may break, and nobody knows whether the request was read before. */
  once?: boolean
  /** Called when all questions are answered and the request leaves. */
  sending?: () => void
}
export interface HttpResponse {
  status: number
  headers: Record<string, string>
  /** Decoded text, cut at the client's size limit with an error. */
  body: string
  /** With `binary`. */
  bytes?: Uint8Array
}
/** Guarded outbound HTTP: private, loopback, link-local and metadata addresses are refused. @throws NodeError `url_refused`, `header_refused`, `http_timeout`, `response_too_large`, `http_failed`, `credential_not_found`, `credential_host`, `credential_reconnect`, `credential_renewing` */
export type HttpPort = (request: HttpRequest, signal: AbortSignal, who?: RunAs) => Promise<HttpResponse>

/** A run of text with its place. Offsets are UTF-16 positions in `ParsedDocument.text`; boxes are `[x0, y0, x1, y1]` as fractions of the page, origin top left. */
export interface TextItem {
  start: number
  end: number
  page: number
  box: [number, number, number, number]
}
export interface DocumentPage {
  /** From 1. */
  page: number
  start: number
  end: number
  /** In points; null where the format has no pages (text, DOCX). */
  width: number | null
  height: number | null
}
export interface DocumentTable {
  page: number
  rows: string[][]
  start: number
  end: number
}
export interface ParsedDocument {
  text: string
  pages: DocumentPage[]
  /** Empty for formats without layout. */
  items: TextItem[]
  tables: DocumentTable[]
  headings: { text: string; level: number; start: number; end: number; page: number }[]
  meta: { title: string | null; author: string | null; page_count: number; format: 'pdf' | 'docx' | 'text' }
}
/** Parses in a separate process. @throws NodeError `file_not_found`, `file_encrypted`, `file_broken`, `file_empty`, `file_too_large`, `file_unsupported`, `file_timeout`, `runner_lost`, `runner_busy` */
export interface DocumentsPort {
  parse(fileId: string, reader: FileReader, signal: AbortSignal): Promise<ParsedDocument>
}

/** Bytes, or a file that is read once a process is free: what waits then takes no memory. */
export type PaperworkInput = Uint8Array | Pick<OpenFile, 'sha256' | 'read'>

/**
 * Work on whole files in a process of its own: recognising, splitting, filling, redacting, converting.
 * @throws NodeError `file_unsupported`, `file_encrypted`, `file_broken`, `file_empty`, `file_too_large`, `file_too_complex`, `file_timeout`,
 * `work_too_large`, `page_not_found`, `document_empty`, `no_tables`, `template_without_fields`, `value_not_allowed`, `runner_lost`, `runner_busy`
 */
export type PaperworkPort = (
  work: Paperwork,
  inputs: readonly PaperworkInput[],
  signal: AbortSignal,
) => Promise<PaperworkResult>

/** Whose files: the owner of the run. Who wrote the workflow reads none of them. */
export type FileHolder = Owner | { owner: Owner }
/** Who reads a file: a step of a run, or without a run its owner. */
export interface FileReader {
  owner: Owner
  execution_id: string | null
}
export interface FileContent {
  name: string
  mime: string
  bytes: Uint8Array
}
/** A file that may be read; its bytes are read when they are asked for. */
export interface OpenFile extends Omit<FileContent, 'bytes'> {
  /** Of its bytes: the same for every copy. */
  sha256: string
  /** @throws NodeError `file_not_found` */
  read(): Promise<Uint8Array>
}
export interface WrittenFile {
  file_id: string
  name: string
  mime: string
  /** How many. */
  bytes: number
}
/** The files of the run's owner: uploads, and what runs made. */
export interface FilesPort {
  /**
   * A file that the owner may open, or that the reader's own run made; any other does not exist.
   * @throws NodeError `file_not_found`
   */
  open(fileId: string, reader: FileReader): Promise<OpenFile>
  /**
   * Stores a file for the run's owner; the same `key` (the run's idempotency key, with a suffix when a node writes several) gives
   * the same file again. What is stored is told by its bytes: PDF, DOCX, XLSX, PNG, JPEG or text.
   * @throws NodeError `file_empty`, `file_too_large` (25 MB), `file_unsupported`, `file_type_mismatch`, `files_too_many`
   */
  write(file: FileContent, who: FileHolder, key: string): Promise<WrittenFile>
}

/** Runs a person's JavaScript, for the owner of the run, in an isolate inside a runner process; nobody else's run ever shares that isolate. @throws NodeError `code_error`, `code_timeout`, `code_memory`, `code_output_too_large`, `runner_lost`, `runner_busy` */
export type CodePort = (
  source: string,
  bindings: JsonObject,
  limits: { timeout_ms: number; memory_mb: number },
  signal: AbortSignal,
) => Promise<{ output: Json; logs: string[] }>

/** 512 numbers per text, unit length, from the weights inside the installation: no network. @throws NodeError `embed_too_many`, `embed_timeout`, `embed_memory`, `runner_lost`, `runner_busy` */
export type EmbedPort = (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]>

export interface CodeEntry {
  /** ICD-10-CM with the dot: `E11.22`; HCPCS as it is: `J1885`. */
  code: string
  description: string
  billable: boolean
  synonyms: readonly string[]
}
export interface CodeMatch extends CodeEntry {
  /** BM25 score over description and synonyms; comparable within one search only. */
  score: number
}
export type CodeSystem = 'icd10cm' | 'hcpcs'

/** The installed code tables, starter or imported: diagnoses (ICD-10-CM), and supplies, drugs and services (HCPCS Level II). */
export interface CodesPort {
  search(system: CodeSystem, query: string, limit: number): Promise<CodeMatch[]>
  get(system: CodeSystem, code: string): Promise<CodeEntry | null>
  /** The codes one character level and more below: `E11` gives `E11.0`, `E11.00`, … */
  under(system: CodeSystem, code: string): Promise<CodeEntry[]>
  /** The whole table, cached; what a coder that builds its own index reads. `version` changes when the table does. */
  table(system: CodeSystem): Promise<{ version: string; source?: string; entries: readonly CodeEntry[] }>
}

export interface SqlRequest {
  /** One statement with `$1`, `$2`, …; values never stand in it. */
  text: string
  parameters: Json[]
  /** `read` runs in a read-only transaction. */
  mode: 'read' | 'write'
  max_rows: number
  timeout_ms: number
}
export interface SqlAnswer {
  rows: JsonObject[]
  /** How many rows were read, or changed. */
  row_count: number
  /** There were more than `max_rows`. */
  truncated: boolean
}
/**
 * Databases of the users, by credential. 64-bit integers, numerics, dates and times come as the text Postgres wrote.
 * @throws NodeError `credential_*`, `url_refused`, `sql_refused` (with what Postgres said), `sql_read_only`, `sql_timeout`, `sql_too_large`, `sql_failed`
 */
export interface SqlPort {
  query(request: SqlRequest, credential: string, who: RunAs, signal: AbortSignal): Promise<SqlAnswer>
}

export interface MailRequest {
  /** Addresses alone, at most 20: one mail goes to each. */
  to: string | readonly string[]
  subject: string
  /** Plain text. */
  text: string
  reply_to?: string | null
  /** Ids of files of the run's owner; together at most 15 MB. */
  attachments?: readonly string[]
  /** A mail server of one's own; the operator's when absent. */
  credential?: string | null
}
/**
 * Mail. The operator's server gets it from the outbox, a server of one's own gets it here, under a Message-ID made of the key. Tried
 * again, it goes to the addresses alone that it was not taken for.
 * @throws NodeError `mail_invalid` (an address, a line break in the subject), `mail_needs_account` (visitors send none), `mail_limit`,
 * `mail_refused`, `mail_failed`, `file_not_found`, `file_too_large`, `credential_*`, `url_refused`
 */
export interface MailPort {
  send(
    mail: MailRequest,
    who: RunAs,
    key: string,
    signal: AbortSignal,
  ): Promise<{ sent: 'queued' | 'sent'; recipients: number }>
}

/** One action of an app. */
export interface ActionRequest {
  /** The id of the app and of one of its actions. */
  integration: string
  action: string
  input: JsonObject
  /** The id of a credential: an account at the app. */
  credential: string | null
  /** Asks for page after page and joins their items, at most 100. */
  all_pages: boolean
  /** Fewer pages, where the first ones are enough. */
  most_pages?: number
  /** An action that does more is refused. */
  most_effect?: 'read' | 'write' | 'destructive'
  /**
   * The slot of an agent that is meant: in runs of the agent, its buyer's own account is used in place of `credential`, which is the
   * author's and serves their own runs.
   */
  slot?: string
}
export type ActionAnswer =
  | { type: 'answer'; output: Json }
  /** The service asks to come back later; nothing was done. `until` is an ISO time within the next hour. */
  | { type: 'later'; until: string; message: string }

/** In whose name and for which step an action runs. */
export interface ActionCaller {
  who: RunAs
  execution_id: string | null
  /** The same for every attempt, so that an effect is made once where the service knows such keys. */
  idempotency_key: string
  progress(fraction: number, message: string): void
}

/**
 * Actions of apps: of the catalogue, of documents that the author added, of MCP servers. What was sent and answered is in the step; that
 * it was is in the calls of the app.
 * @throws NodeError `app_not_found`, `action_not_found`, `account_not_lent`, `action_does_more`, `credential_missing`, `input_invalid` (with the field), `app_refused` (with what the
 * service said), `app_unavailable`, `file_*`, `credential_*`, and what `HttpPort` throws
 */
export interface ActionsPort {
  run(request: ActionRequest, caller: ActionCaller, signal: AbortSignal): Promise<ActionAnswer>
}

/** A row as steps see it: `id`, `created_at`, `updated_at` and a value for each column; what is empty is null. */
export type TableRowValue = JsonObject

/**
 * Data tables of the workflow's author, or shared with them.
 * @throws NodeError `table_not_found`, `table_read_only`, `table_value` and `table_condition` (with the field), `table_full`
 */
export interface TablesPort {
  /** `total`: how many the filter finds. */
  find(
    table: string,
    query: { filter: RowFilter; sort: string; order: 'asc' | 'desc'; limit: number; offset: number },
    who: RunAs,
  ): Promise<{ rows: TableRowValue[]; total: number }>
  /** Adds all or none, and with the same `key` once. */
  add(table: string, rows: readonly Json[], key: string, who: RunAs): Promise<TableRowValue[]>
  /** Sets values of the rows that the filter finds; others stay. @returns how many */
  update(table: string, filter: RowFilter, values: JsonObject, who: RunAs): Promise<number>
  /** The same, or with the same `key` once adds a row where the filter finds none. */
  addOrUpdate(
    table: string,
    filter: RowFilter,
    values: JsonObject,
    key: string,
    who: RunAs,
  ): Promise<{ updated: number; added: number }>
  /** @returns how many */
  delete(table: string, filter: RowFilter, who: RunAs): Promise<number>
}

/**
 * Knowledge bases of the workflow's author, or shared with them, no matter who runs it; with `searchChosen` those of the run's owner.
 * @throws NodeError `knowledge_not_found`, `knowledge_forbidden` (it may be searched, not changed), `limit_reached`, `plan_limit`, `file_*`
 */
export interface KnowledgePort {
  search(asked: KnowledgeQuery, who: RunAs, signal: AbortSignal): Promise<KnowledgeAnswer>
  /**
   * A base that the owner of the run chose in the form that started it, with their access: the author's counts for nothing here.
   * @throws NodeError `knowledge_not_chosen`, `knowledge_not_found` (deleted, or no longer shared with them)
   */
  searchChosen(
    asked: Omit<KnowledgeQuery, 'bases'> & { base: string },
    who: RunAs,
    signal: AbortSignal,
  ): Promise<KnowledgeAnswer>
  /** Adds a document, or replaces the one with its name; with the same `key` once. It is found by searches when it is indexed. */
  put(
    document: { base: string; file: FileContent; metadata: KnowledgeMetadata; replace: boolean },
    who: RunAs,
    key: string,
  ): Promise<{ document_id: string; name: string; version: number }>
  /** Removes the documents with this name. */
  remove(document: { base: string; name: string }, who: RunAs): Promise<{ removed: number }>
}
export interface KnowledgeQuery {
  /** The best passages of all of them come back. */
  bases: readonly string[]
  query: string
  mode: KnowledgeMode
  limit: number
  filter: KnowledgeMetadata
  neighbours: number
}

/** A message of a conversation, as an agent is told of it. */
export interface EarlierTurn {
  id: string
  role: 'person' | 'agent'
  text: string
}

/** `at` is when it was said or last changed, as an ISO time. */
export interface RememberedFact {
  number: number
  fact: string
  at: string
}

/** What is remembered of the conversation that a run answers. */
export interface MemoryPort {
  /**
   * What was said before the message that this run answers: a summary of the oldest messages, `''` for none, and the messages after it,
   * oldest first. Null where the run answers no conversation.
   */
  earlier(execution_id: string): Promise<{ summary: string; turns: EarlierTurn[] } | null>
  /** Keeps a summary of all messages up to `through`, the id of one of them. */
  keepSummary(execution_id: string, summary: { through: string; text: string }): Promise<void>
  /**
   * What the person who runs the workflow lets it remember, oldest first. Null where they don’t allow it, and where nobody knows who
   * speaks: in runs that a key, a trigger or another workflow started.
   */
  facts(execution_id: string, who: RunAs): Promise<RememberedFact[] | null>
  /** With the same `key` once. */
  remember(
    execution_id: string,
    who: RunAs,
    fact: { fact: string; key: string },
  ): Promise<'kept' | 'known' | 'full' | 'refused'>
  /** @returns whether there was one with this number */
  forget(execution_id: string, who: RunAs, number: number): Promise<boolean>
}

/** A person in the place of the agent, in the chat that a run answers. */
export interface HandOverPort {
  /**
   * Asks for a person; from the next message on a person answers. Counts once for each run.
   * @returns `no_chat` where the run answers no chat with a service, `off` where its owner takes over no chats
   */
  ask(execution_id: string, reason: string): Promise<'asked' | 'no_chat' | 'off'>
}

/** Curated answers of the workflow that runs: “when asked this, say that”. */
export interface CuratedPort {
  /** The answer of the most alike question, if it is as alike as `similarity` (0 to 1) asks; `score` is how alike. */
  find(
    question: string,
    similarity: number,
    who: RunAs,
  ): Promise<{ question: string; answer: string; score: number } | null>
}

/**
 * Skills of the workflow's author, in the revisions that settings name.
 * @throws NodeError `skill_not_found`
 */
export interface SkillsPort {
  /** In the order of the ids. */
  list(ids: readonly string[], who: RunAs): Promise<{ id: string; name: string; description: string }[]>
  /** The instructions of a skill, and its files by their paths. */
  read(id: string, who: RunAs): Promise<{ body: string; files: { path: string; readable: boolean }[] }>
  readFile(
    id: string,
    path: string,
    who: RunAs,
  ): Promise<{ type: 'text'; text: string } | { type: 'binary' } | { type: 'missing' }>
}

export interface Ports {
  readonly skills: SkillsPort
  readonly curated: CuratedPort
  readonly memory: MemoryPort
  readonly handOver: HandOverPort
  readonly knowledge: KnowledgePort
  readonly actions: ActionsPort
  readonly http: HttpPort
  readonly sql: SqlPort
  readonly mail: MailPort
  readonly documents: DocumentsPort
  readonly files: FilesPort
  readonly paperwork: PaperworkPort
  readonly code: CodePort
  readonly embed: EmbedPort
  readonly codes: CodesPort
  readonly tables: TablesPort
  readonly model: ModelPort
}
