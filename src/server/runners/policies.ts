/**
 * What each kind of process and thread may use, one object for each. What all processes have in common (user, files, network, privileges) is
 * in `sandbox.ts` and `process.ts`; ARCHITECTURE.md has it all in one table.
 */
import { availableParallelism } from 'node:os'
import { EXPRESSION_LIMITS } from '#graph/expressions/expression-error.ts'
import { IMPORT_LIMITS } from '#nodes/import/untrusted.ts'
import type { OwnerThreadsOptions } from './owner-threads.ts'
import type { PoolOptions } from './pool-options.ts'

/** Processes of one kind, and one job of theirs. */
export interface ProcessPolicy extends Omit<PoolOptions, 'kind' | 'entry' | 'sandbox' | 'log'> {
  /** Resident memory of the whole process while it works on a job. */
  maxResidentMb: number
  /** Elapsed time of a job, from the moment a process is there for it. */
  deadlineMs: number
}

export type ThreadPolicy = Omit<OwnerThreadsOptions, 'log'>

const CORES = availableParallelism()

/** Of a document; the processor time of others is bounded by their deadline. */
export const DOCUMENT_CPU_MS = 10_000

/** Of one piece of work of a plugin. */
export const PIECE_CPU_MS = 20_000

/** Of an MCP server between two calls: for the call and all it does afterwards. */
export const MCP_SERVER_CPU_MS = 20_000

const FILE_ERRORS = {
  timeout: 'file_timeout',
  cpu: 'file_too_complex',
  memory: 'file_too_large',
  tooLarge: 'file_too_large',
}
const EMBED = {
  isCharged: false,
  size: 1,
  heapMb: 512,
  maxReplyBytes: 1_000_000,
  maxQueue: 500,
  idleMs: 300_000,
  maxResidentMb: 1000,
  // And some for each text.
  deadlineMs: 20_000,
  errors: { timeout: 'embed_timeout', cpu: 'embed_timeout', memory: 'embed_memory', tooLarge: 'embed_failed' },
}

export const PROCESSES = {
  code: {
    isCharged: true,
    size: Math.min(4, Math.max(2, CORES)),
    heapMb: 96,
    // What an execution makes is garbage when it ends: incremental marking during the work costs twice the work itself.
    flags: ['--no-incremental-marking', '--no-flush-bytecode'],
    maxReplyBytes: 24_000_000,
    maxQueue: 2000,
    idleMs: 120_000,
    // And twice the memory of the isolate, which its settings say: an isolate may pass its limit by a multiple before it notices.
    maxResidentMb: 220,
    // And the time limit of its settings: for what is not the person's code, which is context, copying, writing.
    deadlineMs: 400,
    errors: { timeout: 'code_timeout', cpu: 'code_timeout', memory: 'code_memory', tooLarge: 'code_output_too_large' },
  },
  documents: {
    isCharged: false,
    maxKeptMb: 600,
    size: Math.min(2, CORES),
    heapMb: 768,
    maxReplyBytes: 64_000_000,
    maxQueue: 500,
    idleMs: 60_000,
    maxResidentMb: 1200,
    deadlineMs: 60_000,
    errors: FILE_ERRORS,
  },
  // Separate from the readers of documents: recognising the text of a book must not keep a user from opening a page.
  paperwork: {
    isCharged: false,
    maxKeptMb: 800,
    size: Math.min(2, CORES),
    heapMb: 768,
    maxReplyBytes: 128_000_000,
    maxQueue: 500,
    idleMs: 60_000,
    maxResidentMb: 1400,
    deadlineMs: 60_000,
    errors: FILE_ERRORS,
  },
  // Of every piece and owner one; with nothing installed there is none.
  pieces: {
    isCharged: false,
    size: 4,
    heapMb: 160,
    flags: ['--max-semi-space-size=4'],
    maxReplyBytes: 40_000_000,
    maxQueue: 200,
    idleMs: 60_000,
    maxResidentMb: 320,
    // Of an action; what only looks into the code, or loads choices, has less.
    deadlineMs: 60_000,
    errors: { timeout: 'piece_timeout', cpu: 'piece_timeout', memory: 'piece_memory', tooLarge: 'piece_too_large' },
  },
  // Of every MCP server from a package and person one; the same as pieces, with room for what such servers bring.
  mcpServers: {
    isCharged: false,
    size: 4,
    heapMb: 256,
    flags: ['--max-semi-space-size=4'],
    // Of one line.
    maxReplyBytes: 10_000_000,
    maxQueue: 200,
    idleMs: 120_000,
    maxResidentMb: 450,
    deadlineMs: 60_000,
    errors: { timeout: 'mcp_timeout', cpu: 'mcp_timeout', memory: 'mcp_memory', tooLarge: 'mcp_too_large' },
  },
  embed: EMBED,
  aside: { ...EMBED, maxQueue: 10, idleMs: 2_000 },
} satisfies Record<string, ProcessPolicy>

export const THREADS = {
  // A node's own time limit ends its thread.
  nodes: { size: Math.min(2, CORES), heapMb: 512, maxQueue: 500, idleMs: 300_000 },
  expressions: {
    size: Math.min(4, Math.max(2, CORES)),
    heapMb: 256,
    maxQueue: 5000,
    killCpuMs: EXPRESSION_LIMITS.settings_ms + 2 * EXPRESSION_LIMITS.ms,
    idleMs: 300_000,
  },
  apiDocuments: { size: 1, heapMb: 768, maxQueue: 5, killCpuMs: 20_000, idleMs: 10_000 },
  workflowFiles: {
    size: Math.min(2, CORES),
    heapMb: 384,
    maxQueue: 20,
    killCpuMs: IMPORT_LIMITS.cpu_ms,
    idleMs: 60_000,
  },
} satisfies Record<string, ThreadPolicy | Omit<ThreadPolicy, 'killCpuMs'>>
