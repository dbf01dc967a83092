/** What the server adds to the constants of the specification: enforced there, named in the error when it is passed. Times in ms, sizes in bytes. */

import { DAY_MS } from '#shared/time.ts'

export const SERVER_LIMITS = {
  body_bytes: 1_000_000,
  /** Of a workflow file: a body holds it as JSON, which writes quotes and line breaks as two characters. */
  import_bytes: 800_000,
  /** A multipart form that a webhook sends, with its files. */
  hook_form_bytes: 10_000_000,
  hook_form_files: 10,
  /** Fields of a form that a webhook sends, files included. */
  hook_form_fields: 1000,
  /** Headers of all parts of a multipart form together, with the names of its fields and files. */
  hook_form_header_bytes: 500_000,
  /** Forms of webhooks that one process takes in at a time, in bytes: of all senders, and of one. */
  hook_form_bytes_at_once: 60_000_000,
  hook_form_bytes_of_sender: 30_000_000,
  /** How deep JSON in a body may be nested. */
  json_depth: 64,
  /** The largest file of all; what an upload may have is a runtime limit, at most this. */
  file_bytes: 25_000_000,
  /** Uploads that one visitor and one account may have under way at a time, in one process. */
  uploads_of_visitor: 3,
  uploads_of_account: 10,
  /** Bytes of all uploads that are under way in one process, and of those of visitors. */
  upload_bytes_at_once: 500_000_000,
  upload_bytes_of_visitors: 250_000_000,
  /** After so long without a byte from its sender, an upload or a form ends. */
  body_stalled_ms: 30_000,
  /** Files of visitors go after this. */
  visitor_file_ttl_ms: DAY_MS,
  /** What one run may make: files, and their bytes together. */
  run_files: 200,
  run_file_bytes: 250_000_000,
  /** Queued executions one process runs at a time, and of these those of one owner at the share that is set by default. */
  queue_per_worker: 50,
  queue_per_owner: 20,
  /** Failed runs that one recovery takes, and that the recoveries of one person may hold at a time. */
  recovery_runs: 1000,
  /** Most that `workflows/execute` waits for the end. */
  wait_ms: 25_000,
  saved_agents: 500,
  followed_sellers: 500,
  /** Unknown or revoked API keys per minute and network, at all processes together; then all keys from there wait out the minute. */
  refused_keys_per_minute: 120,
  /** How soon an open stream of a blocked user closes. */
  stream_check_ms: 4000,
  stream_heartbeat_ms: 15_000,
  /** After so long a stream or a large answer ends whose reader takes nothing. */
  stalled_ms: 30_000,
  /** Live streams one caller may have open at a time, in one process. */
  open_streams: 20,
  search_chars: 200,
  /** A person's newest notices are kept. */
  notices_kept: 200,
} as const

/** Events: how many a batch holds, how old one may be, how many batches an hour one sender may send, and how long they are kept. */
export const ANALYTICS = { batch: 50, oldest_ms: DAY_MS, batches_per_hour: 600, kept_months: 13 } as const

/** Asking for a role: after a rejection one waits, and nobody asks without end. */
export const ROLE_REQUESTS = { reason_chars: 1000, again_after_days: 7, per_week: 5 } as const
