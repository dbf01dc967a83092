/** All runner processes of this server (JavaScript of people, documents, work on files, embeddings) and its threads for heavy nodes, expressions and workflow files. */

import { fileURLToPath } from 'node:url'
import type { DoPaperwork, Embed, EmbedCounted, RunCode } from '#nodes/runner-ports.ts'
import type { Log } from '#server/platform/logger.ts'
import { ApiDocumentThreads } from './api-documents/threads.ts'
import { createCodePort } from './code/port.ts'
import { createDocumentRunner, type DocumentRunner } from './documents/port.ts'
import { createCountedEmbedPort, createEmbedPort } from './embed/port.ts'
import { ExpressionThreads } from './expressions/threads.ts'
import type { GuestsOptions } from './guests.ts'
import { McpServerProcesses } from './mcp-servers/mcp-servers.ts'
import { NodeThreads } from './nodes/threads.ts'
import { createPaperworkPort } from './paperwork/port.ts'
import { PieceProcesses } from './pieces/pieces.ts'
import { DOCUMENT_CPU_MS, PROCESSES, type ProcessPolicy, THREADS } from './policies.ts'
import { Pool, type PoolUse } from './pool.ts'
import { findSandbox, type Sandbox } from './sandbox.ts'
import { WorkflowFileThreads } from './workflow-files/threads.ts'

export interface Runners {
  code: RunCode
  documents: DocumentRunner
  paperwork: DoPaperwork
  embed: Embed
  embedCounted: EmbedCounted
  /** The same in a process of its own that ends at once: long work keeps no search waiting, and nothing stays in memory. */
  embedAside: Embed
  /** The processes of pieces and of MCP servers from packages, which connect through this; made once. None runs before it is asked for. */
  openGuests(ways: Pick<GuestsOptions, 'openWayOut' | 'extraCa'>): {
    pieces: PieceProcesses
    servers: McpServerProcesses
  }
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

const createThreads = (
  log: Pick<Log, 'info' | 'warn'>,
): Pick<Runners, 'nodes' | 'expressions' | 'workflowFiles' | 'apiDocuments'> => ({
  nodes: new NodeThreads({ ...THREADS.nodes, log }),
  expressions: new ExpressionThreads({ ...THREADS.expressions, log }),
  apiDocuments: new ApiDocumentThreads({ ...THREADS.apiDocuments, log }),
  workflowFiles: new WorkflowFileThreads({ ...THREADS.workflowFiles, log }),
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
  const pool = (kind: string, policy: ProcessPolicy): Pool =>
    new Pool({ ...policy, kind, entry: program(`./${kind}/process.ts`), sandbox, log })

  const [code, documents, paperwork] = [
    pool('code', PROCESSES.code),
    pool('documents', PROCESSES.documents),
    pool('paperwork', PROCESSES.paperwork),
  ]
  const [embed, aside] = [pool('embed', PROCESSES.embed), pool('embed', PROCESSES.aside)]
  const pools: Pick<Pool, 'pids' | 'stop'>[] = [code, documents, paperwork, embed, aside]
  let guests: { pieces: PieceProcesses; servers: McpServerProcesses } | null = null
  const threads = createThreads(log)
  return {
    code: createCodePort(code),
    documents: createDocumentRunner(documents, cpuMs),
    paperwork: createPaperworkPort(paperwork, cpuMs),
    embed: createEmbedPort(embed),
    embedCounted: createCountedEmbedPort(embed),
    embedAside: createEmbedPort(aside),
    openGuests(ways) {
      const options = { ...ways, sandbox, log }
      guests = { pieces: new PieceProcesses(options), servers: new McpServerProcesses(options) }
      pools.push(guests.pieces, guests.servers)
      return guests
    },
    ...threads,
    use: () => ({
      code: code.use(),
      documents: documents.use(),
      paperwork: paperwork.use(),
      embed: embed.use(),
      embed_aside: aside.use(),
      ...(guests && { pieces: guests.pieces.use(), mcp_servers: guests.servers.use() }),
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
