/** The program of a thread: takes one job after the other and runs the node with ports that ask the server. */
import { parentPort } from 'node:worker_threads'
import type { Json } from '#contract/core/primitives.ts'
import { evaluateHere } from '#graph/expressions/evaluate-here.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { createCodeTable } from '#nodes/lib/clinical/code-table.ts'
import type { NodeContext, NodeResult } from '#nodes/node.ts'
import type { CodeSystem, CodesPort, Ports } from '#nodes/ports.ts'
import { lowerThreadPriority } from '#server/platform/priority.ts'
import { type Answer, type CodePage, type FromThread, type Job, type PortName, unwireError, wireError } from './wire.ts'

if (!parentPort) throw new Error('This program runs in a thread')
const server = parentPort
lowerThreadPriority()

type Ask = (port: PortName, args: readonly unknown[]) => Promise<unknown>

const send = (message: FromThread): void => server.postMessage(message)
const waiting = new Map<number, (answer: Answer) => void>()
let asked = 0
const heldTables = new Map<CodeSystem, { version: string; table: CodesPort }>()

server.on('message', (message: Job | Answer) => {
  if (message.kind === 'job') void work(message)
  else waiting.get(message.ask)?.(message)
})

async function work(job: Job): Promise<void> {
  const { id } = job
  const before = process.threadCpuUsage()
  const used = () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  try {
    const result = await run(job)
    send({ kind: 'done', id, result, cpu_ms: used() })
  } catch (error) {
    send({ kind: 'failed', id, error: wireError(error), cpu_ms: used() })
  }
  waiting.clear()
}

function run(job: Job): NodeResult | Promise<NodeResult> {
  const { id } = job
  const node = catalogue.get(job.type)
  if (!node) throw new Error(`Unknown node type ${job.type}`)
  const ask: Ask = (port, args) =>
    new Promise((resolve, reject) => {
      const number = ++asked
      waiting.set(number, (answer) => {
        waiting.delete(number)
        if ('error' in answer) reject(unwireError(answer.error))
        else resolve(answer.value)
      })
      send({ kind: 'ask', id, ask: number, port, args })
    })
  const context: NodeContext<unknown> = {
    ...portsOver(ask),
    config: job.config,
    input: job.input,
    inputs: job.inputs,
    run: job.run,
    evaluator: evaluateHere,
    // The thread of an aborted job is ended: nobody has to look.
    signal: new AbortController().signal,
    waits: () => () => undefined,
    hold: () => undefined,
    call: () => Promise.reject(new Error('A node in a thread cannot run another node')),
    now: () => new Date(),
    log: (message: string, data: Json = null) => send({ kind: 'log', id, message, data }),
    traceTool: notHere,
    inTool: notHere,
    under: notHere,
    showPlan: notHere,
    progress: (fraction: number, message: string) => send({ kind: 'progress', id, fraction, message }),
  }
  return node.run(context as Parameters<typeof node.run>[0])
}

send({ kind: 'ready' })

/** What works on text does neither. */
const notHere = (): never => {
  throw new Error('A heavy node asked for a port it does not have')
}

/** Signals stay here: the server puts the job's own in their place. */
const portsOver = (ask: Ask): Ports => ({
  http: (request, _signal, who) => ask('http', [request, who]) as ReturnType<Ports['http']>,
  sql: { query: notHere },
  actions: { run: notHere },
  mail: { send: notHere },
  tables: { find: notHere, add: notHere, update: notHere, addOrUpdate: notHere, delete: notHere },
  documents: { parse: (fileId, reader) => ask('parse', [fileId, reader]) as ReturnType<Ports['documents']['parse']> },
  files: { open: notHere, write: notHere },
  paperwork: notHere,
  curated: { find: notHere },
  skills: { list: notHere, read: notHere, readFile: notHere },
  memory: { earlier: notHere, keepSummary: notHere, facts: notHere, remember: notHere, forget: notHere },
  handOver: { ask: notHere },
  knowledge: { search: notHere, searchChosen: notHere, put: notHere, remove: notHere },
  code: (source, bindings, limits) => ask('code', [source, bindings, limits]) as ReturnType<Ports['code']>,
  embed: (texts) => ask('embed', [texts]) as ReturnType<Ports['embed']>,
  model: {
    generate: (request, who) => ask('model', [request, who]) as ReturnType<Ports['model']['generate']>,
    available: (who) => ask('model_available', [who]) as Promise<boolean>,
  },
  codes: {
    search: async (system, query, limit) => (await codeTable(ask, system)).search(system, query, limit),
    get: async (system, code) => (await codeTable(ask, system)).get(system, code),
    under: async (system, code) => (await codeTable(ask, system)).under(system, code),
    table: async (system) => (await codeTable(ask, system)).table(system),
  },
})

/** The installed table; fetched, page by page, when it is not the one this thread has. */
async function codeTable(ask: Ask, system: CodeSystem): Promise<CodesPort> {
  const page = async (held: string | null, from: number) => (await ask('codes', [system, held, from])) as CodePage
  const held = heldTables.get(system)
  const first = await page(held?.version ?? null, 0)
  const { version, source } = first
  if (held?.version === version) return held.table
  const entries = [...first.entries]
  for (let next = first; next.more; ) {
    next = await page(null, entries.length)
    // Another release was installed meanwhile.
    if (next.version !== version) return codeTable(ask, system)
    entries.push(...next.entries)
  }
  const table = createCodeTable(entries, version, { system, ...(source === undefined ? {} : { source }) })
  heldTables.set(system, { version, table })
  return table
}
