/** What needs no HTTP: latency from start to result, latency through the queue, journal batches for each shape. */
import { PROCESSOR_LIMITS } from '#contract/runs/processor-limits.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { createEngine, type Engine } from '#server/engine/engine.ts'
import { Processor } from '#server/engine/processor.ts'
import type { StartRequest } from '#server/engine/request.ts'
import { createOutbound } from '#server/gateways/outbound.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { createRunners } from '#server/runners/runners.ts'
import { createOwner, noPorts, storeWorkflow } from '../test/support/engine.ts'
import { percentile } from './load.ts'
import { SHAPES, type Shape, shapeDocument } from './shapes.ts'

/** At most so many journal batches for a run whose caller waits: one when nothing was touched, else start, end and each effect. */
const BATCHES: Record<Shape, number> = { w1: 1, w2: 1, w3: 2, w4: 1, w5: 3 }

type Request = (shape: Shape, mode?: 'now' | 'later') => StartRequest

async function requests(pool: Pool, echoUrl: string): Promise<Request> {
  const owner = await createOwner(pool)
  const versions = new Map<Shape, string>()
  for (const shape of SHAPES)
    versions.set(shape, (await storeWorkflow(pool, owner, shapeDocument(shape, echoUrl))).version_id)
  return (shape, mode = 'now') => ({
    workflow_version_id: versions.get(shape) ?? '',
    input: { body: { n: 1 } },
    trigger: 'webhook',
    priority: 'normal',
    owner: { user_id: owner },
    mode,
  })
}

/** Times of `count` runs with `clients` at a time. */
async function times(count: number, clients: number, one: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = []
  let left = count
  const client = async () => {
    while (left-- > 0) {
      const began = performance.now()
      await one()
      found.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return found
}

interface Figure {
  figure: string
  measured: string
  wanted: string
  met: boolean
}

async function latencies(engine: Engine, request: Request): Promise<Figure[]> {
  const run = () => engine.run(request('w1'), 10_000)
  await times(2000, 50, run)
  const alone = await times(1000, 1, run)
  const many = await times(10_000, 50, run)
  const queued = await times(30, 1, async () => {
    const { execution_id } = await engine.start(request('w1', 'later'))
    await engine.result(execution_id, 10_000)
  })
  const figure = (name: string, ms: number, most: number): Figure => ({
    figure: name,
    measured: `${ms.toFixed(2)} ms`,
    wanted: `≤ ${most} ms`,
    met: ms <= most,
  })
  return [
    figure('start → result of a 1-node run, p50 at 1 in flight', percentile(alone, 0.5), 2),
    figure('start → result of a 1-node run, p99 at 50 in flight', percentile(many, 0.99), 25),
    figure('start → result through the queue, p50', percentile(queued, 0.5), 100),
  ]
}

async function batches(engine: Engine, request: Request): Promise<Figure[]> {
  const found: Figure[] = []
  for (const shape of SHAPES) {
    await engine.run(request(shape), 10_000)
    const before = engine.figures.entries
    for (let count = 0; count < 20; count++) await engine.run(request(shape), 10_000)
    const each = (engine.figures.entries - before) / 20
    const most = BATCHES[shape]
    found.push({
      figure: `journal batches of ${shape}`,
      measured: String(each),
      wanted: `≤ ${most}`,
      met: each <= most,
    })
  }
  return found
}

/** Prints the figures. @returns whether the counted ones (batches) are met; times depend on the machine */
export async function measureInside(databaseUrl: string, echoUrl: string): Promise<boolean> {
  const pool = createPool(databaseUrl)
  await migrate(pool)
  const log = { info: () => {}, warn: console.error, error: console.error }
  const runners = createRunners({ log })
  const outbound = createOutbound({ allow: [new URL(echoUrl).host] })
  const engine = await createEngine({
    pool,
    databaseUrl,
    executorId: 'inside',
    role: 'all',
    findNode: (type) => catalogue.get(type),
    ports: { ...noPorts, http: outbound.http, code: runners.code },
    holdsStarts: () => false,
    agentCalls: null,
    processor: new Processor(runners.expressions, PROCESSOR_LIMITS),
    log,
  })
  const request = await requests(pool, echoUrl)
  const counted = await batches(engine, request)
  const timed = await latencies(engine, request)
  console.table([...timed, ...counted])
  await engine.stop()
  await runners.stop()
  outbound.close()
  await pool.end()
  return counted.every(({ met }) => met)
}
