/** The world as a node sees it. The engine hands these to `run`; every implementation lives in `server/gateways` or `server/runners`. */
import type { Json, JsonObject } from '#contract/primitives.ts'

/** For whom something runs: what is theirs may be read, nothing else. */
export type Owner = { user_id: string } | { visitor_key: string }

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  url: string
  headers: Record<string, string>
  body: string | null
  /** At most 60,000. */
  timeout_ms: number
}
export interface HttpResponse {
  status: number
  headers: Record<string, string>
  /** Decoded text, cut at the client's size limit with an error. */
  body: string
}
/** Guarded outbound HTTP: private, loopback, link-local and metadata addresses are refused. @throws NodeError `url_refused`, `header_refused`, `http_timeout`, `response_too_large`, `http_failed` */
export type HttpPort = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>

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
  parse(fileId: string, owner: Owner, signal: AbortSignal): Promise<ParsedDocument>
}

/** Runs a person's JavaScript in an isolate inside a runner process. @throws NodeError `code_error`, `code_timeout`, `code_memory`, `code_output_too_large`, `runner_lost`, `runner_busy` */
export type CodePort = (
  source: string,
  bindings: JsonObject,
  limits: { timeout_ms: number; memory_mb: number },
  signal: AbortSignal,
) => Promise<{ output: Json; logs: string[] }>

/** 512 numbers per text, unit length, from the weights inside the installation: no network. @throws NodeError `embed_too_many`, `embed_timeout`, `embed_memory`, `runner_lost`, `runner_busy` */
export type EmbedPort = (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]>

export interface CodeEntry {
  /** With the dot: `E11.22`. */
  code: string
  description: string
  billable: boolean
  synonyms: readonly string[]
}
export interface CodeMatch extends CodeEntry {
  /** BM25 score over description and synonyms; comparable within one search only. */
  score: number
}
/** The installed code tables (`icd10cm`; `hcpcs` later), starter or imported. */
export interface CodesPort {
  search(system: 'icd10cm', query: string, limit: number): Promise<CodeMatch[]>
  get(system: 'icd10cm', code: string): Promise<CodeEntry | null>
  /** The codes one character level and more below: `E11` gives `E11.0`, `E11.00`, … */
  under(system: 'icd10cm', code: string): Promise<CodeEntry[]>
  /** The whole table, cached; what a coder that builds its own index reads. `version` changes when the table does. */
  table(system: 'icd10cm'): Promise<{ version: string; entries: readonly CodeEntry[] }>
}

export interface Ports {
  readonly http: HttpPort
  readonly documents: DocumentsPort
  readonly code: CodePort
  readonly embed: EmbedPort
  readonly codes: CodesPort
}
