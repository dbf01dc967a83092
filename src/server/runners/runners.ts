/** All runner processes of this server (JavaScript of people, documents, work on files, embeddings) and its threads for heavy nodes, expressions and workflow files. */

import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { EXPRESSION_LIMITS } from '#graph/expressions/expression-error.ts'
import type { DoPaperwork, Embed, RunCode } from '#nodes/runner-ports.ts'
import type { Log } from '#server/platform/logger.ts'
import { ApiDocumentThreads } from './api-documents/threads.ts'
import { createCodePort } from './code/port.ts'
import { createDocumentRunner, DOCUMENT_CPU_MS, type DocumentRunner } from './documents/port.ts'
import { createEmbedPort } from './embed/port.ts'
import { ExpressionThreads } from './expressions/threads.ts'
import { NodeThreads } from './nodes/threads.ts'
import { createPaperworkPort } from './paperwork/port.ts'
import { PieceProcesses, type PiecesOptions } from './pieces/pieces.ts'
import { Pool, type PoolUse } from './pool.ts'
import type { PoolOptions } from './pool-options.ts'
import { findSandbox, type Sandbox } from './sandbox.ts'
import { WorkflowFileThreads } from './workflow-files/threads.ts'

export interface Runners {
  code: RunCode
  documents: DocumentRunner
  paperwork: DoPaperwork
  embed: Embed
  /** The same in a process of its own that ends at once: long work keeps no search waiting, and nothing stays in memory. */
  embedAside: Embed
  /** The processes of pieces, which connect through this; made once. None runs before it is asked for. */
  openPieces(ways: Pick<PiecesOptions, 'openWayOut' | 'extraCa'>): PieceProcesses
  nodes: NodeThreads
  expressions: ExpressionThreads
  workflowFiles: WorkflowFileThreads
  apiDocuments: ApiDocumentThreads
  /** How much of each kind is in use now. */
  use(): Record<string, PoolUse>
  /** Ids of the processes that run now. */
  pids(): number[]
  /** Ends every process and thread; what still runs or waits answers `runner_lost`. */
  stop(): Promise<void>
}

const program = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export interface RunnersOptions {
  log: Pick<Log, 'info' | 'warn'>
  /** Processor time a document may take; 10 s when absent. */
  cpuMs?: number
}

const CORES = availableParallelism()

type OfKind = Omit<PoolOptions, 'kind' | 'entry' | 'sandbox' | 'log'>

/** What each kind of process may use, and what its death means to whose job it was. */
const POOLS = {
  code: {
    isCharged: true,
    size: Math.min(4, Math.max(2, CORES)),
    heapMb: 96,
    // A context is used once, so nearly all is garbage: incremental marking during the work costs twice the work
    // itself.
    flags: ['--no-incremental-marking', '--no-flush-bytecode'],
    maxReplyBytes: 24_000_000,
    maxQueue: 2000,
    idleMs: 120_000,
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
    errors: { timeout: 'file_timeout', cpu: 'file_too_complex', memory: 'file_too_large', tooLarge: 'file_too_large' },
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
    errors: { timeout: 'file_timeout', cpu: 'file_too_complex', memory: 'file_too_large', tooLarge: 'file_too_large' },
  },
  embed: {
    isCharged: false,
    size: 1,
    heapMb: 512,
    maxReplyBytes: 1_000_000,
    maxQueue: 500,
    idleMs: 300_000,
    errors: { timeout: 'embed_timeout', cpu: 'embed_timeout', memory: 'embed_memory', tooLarge: 'embed_failed' },
  },
  aside: {
    isCharged: false,
    size: 1,
    heapMb: 512,
    maxReplyBytes: 1_000_000,
    maxQueue: 10,
    idleMs: 2_000,
    errors: { timeout: 'embed_timeout', cpu: 'embed_timeout', memory: 'embed_memory', tooLarge: 'embed_failed' },
  },
} satisfies Record<string, OfKind>

const createThreads = (
  log: Pick<Log, 'info' | 'warn'>,
): Pick<Runners, 'nodes' | 'expressions' | 'workflowFiles' | 'apiDocuments'> => ({
  nodes: new NodeThreads({ size: Math.min(2, CORES), heapMb: 512, maxQueue: 500, idleMs: 300_000, log }),
  expressions: new ExpressionThreads({
    size: Math.min(4, Math.max(2, CORES)),
    heapMb: 256,
    maxQueue: 5000,
    killCpuMs: EXPRESSION_LIMITS.settings_ms + 2 * EXPRESSION_LIMITS.ms,
    idleMs: 300_000,
    log,
  }),
  apiDocuments: new ApiDocumentThreads({ size: 1, heapMb: 768, maxQueue: 5, idleMs: 10_000, log }),
  workflowFiles: new WorkflowFileThreads({ size: Math.min(2, CORES), heapMb: 384, maxQueue: 20, idleMs: 60_000, log }),
})

export const createRunners = ({ log, cpuMs = DOCUMENT_CPU_MS }: RunnersOptions): Runners => {
  let found: Promise<Sandbox> | null = null
  const sandbox = (): Promise<Sandbox> => {
    found ??= findSandbox(program('./code/process.ts')).then((result) => {
      const { network, uid } = result
      if (network === 'none') log.info({ network, uid }, 'runner processes have no network')
      else log.warn({ network, uid }, 'this system does not let runner processes be cut off from the network')
      return result
    })
    return found
  }
  const pool = (kind: string, options: OfKind): Pool =>
    new Pool({ ...options, kind, entry: program(`./${kind}/process.ts`), sandbox, log })

  const [code, documents, paperwork] = [
    pool('code', POOLS.code),
    pool('documents', POOLS.documents),
    pool('paperwork', POOLS.paperwork),
  ]
  const [embed, aside] = [pool('embed', POOLS.embed), pool('embed', POOLS.aside)]
  const pools: Pick<Pool, 'pids' | 'stop'>[] = [code, documents, paperwork, embed, aside]
  let pieces: PieceProcesses | null = null
  const threads = createThreads(log)
  return {
    code: createCodePort(code),
    documents: createDocumentRunner(documents, cpuMs),
    paperwork: createPaperworkPort(paperwork, cpuMs),
    embed: createEmbedPort(embed),
    embedAside: createEmbedPort(aside),
    openPieces(ways) {
      pieces = new PieceProcesses({ ...ways, sandbox, log })
      pools.push(pieces)
      return pieces
    },
    ...threads,
    use: () => ({
      code: code.use(),
      documents: documents.use(),
      paperwork: paperwork.use(),
      embed: embed.use(),
      embed_aside: aside.use(),
      ...(pieces && { pieces: pieces.use() }),
    }),
    pids: () => pools.flatMap((one) => one.pids()),
    async stop() {
      for (const one of pools) one.stop()
      await Promise.all([
        threads.nodes.stop(),
        threads.expressions.stop(),
        threads.workflowFiles.stop(),
        threads.apiDocuments.stop(),
      ])
    },
  }
}
