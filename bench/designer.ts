/**
 * Frames per second of the designer with many nodes, while one is dragged and while the picture is moved: all of them in the picture, and
 * at 100 %. `npm run bench -- designer [--nodes 500] [--loops] [--ran] [--against FOLDER] [--url http://… --email … --password …]`. With `--loops`
 * a part of the steps is in loops, each a frame; with `--ran` the workflow has run before, and its cards say how; with `--against`, the built checkout of another version is measured in turns with this one,
 * which tells the two apart on a machine that others use, too. Counts the frames of the page itself
 * (timestamps of requestAnimationFrame) in Chromium at 1440 × 900 against the product as `npm start` serves it. Chromium draws at most
 * 60 frames a second. Exits non-zero below 55, or, against another
 * version, where this one is below 55 and more than 5 % slower.
 */
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { buildWebIfStale } from '../scripts/build.ts'
import { provideChromium } from '../scripts/chromium.ts'
import { enter } from '../test/support/people.ts'
import { startProgram, temporaryFolder } from '../test/support/program.ts'
import { signIn, type Visit, visit } from '../test/support/visit.ts'

const LEAST = 55
const SECONDS = 4
/** A row of the graph. */
const LONG = 25

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '500' },
    loops: { type: 'boolean', default: false },
    ran: { type: 'boolean', default: false },
    against: { type: 'string' },
    url: { type: 'string' },
    email: { type: 'string', default: 'admin@example.test' },
    password: { type: 'string', default: 'correct horse battery' },
  },
})
const NODES = Number(values.nodes)

/** A trigger, and chains of steps that begin at it; every fifth step gives to the chain below, too. */
function large(): WorkflowDocument {
  const id = (index: number) => (index === 0 ? 'start' : `step_${index}`)
  const place = (index: number) => ({ x: (index % LONG) * 304, y: Math.floor(index / LONG) * 128 })
  const nodes = Array.from({ length: NODES }, (_, index) => ({
    id: id(index),
    type: index === 0 ? 'manual_trigger' : isLoop(index) ? 'map' : 'set_fields',
    version: 1,
    title: index === 0 ? 'Start' : `Step ${index}`,
    config: (index === 0 || isLoop(index) ? {} : { json: `{{ $input }} ${index}` }) as JsonObject,
    position: place(index),
  }))
  const edges = nodes.slice(1).map((node, at) => {
    const from = (at + 1) % LONG === 0 ? 0 : at
    return {
      id: `e${at}`,
      from: { node: id(from), port: isLoop(from) ? 'item' : 'out' },
      to: { node: node.id, port: 'in' },
    }
  })
  const across = nodes
    .map((_, index) => index)
    .filter((index) => !values.loops && index % 5 === 2 && index + LONG + 1 < NODES && index % LONG < LONG - 1)
    .map((index) => ({
      id: `x${index}`,
      from: { node: id(index), port: 'out' },
      to: { node: id(index + LONG + 1), port: 'in' },
    }))
  return { schema_version: 1, nodes, edges: [...edges, ...across], notes: [], groups: [] }
}

/** Every other row ends in a loop. */
const isLoop = (index: number): boolean =>
  values.loops && index % LONG === LONG - 5 && Math.floor(index / LONG) % 2 === 0

interface Frames {
  per_second: number
  /** The longest waits for a frame, in ms: 19 of 20 were shorter. */
  p95_ms: number
  longest_ms: number
}

/** Counts the frames of the page while something is done. */
async function frames(page: Page, during: (until: number) => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { frameTimes: times })
    const next = (time: number) => {
      times.push(time)
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  await during(Date.now() + SECONDS * 1000)
  const times = await page.evaluate(() => [...(window as unknown as { frameTimes: number[] }).frameTimes])
  const waits = times.slice(1).map((time, index) => time - (times[index] as number))
  const sorted = waits.toSorted((a, b) => a - b)
  const took = (times.at(-1) ?? 0) - (times[0] ?? 0)
  return {
    per_second: Number(((waits.length * 1000) / took).toFixed(1)),
    p95_ms: Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0),
    longest_ms: Math.round(sorted.at(-1) ?? 0),
  }
}

/** Moves the pointer in a circle until the time is over. */
async function circle(page: Page, x: number, y: number, until: number) {
  for (let turn = 0; Date.now() < until; turn += 0.08)
    await page.mouse.move(x + Math.sin(turn) * 160, y + (1 - Math.cos(turn)) * 100)
}

async function dragNode(page: Page): Promise<Frames> {
  const card = page.locator('.react-flow__node:not(:has([aria-label="Title"]))')
  const boxes = await card.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
  const box = boxes.toSorted(
    (a, b) => Math.hypot(a.x - 800, a.y - 480) - Math.hypot(b.x - 800, b.y - 480),
  )[0] as DOMRect
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 8, y + 8, { steps: 4 })
  const measured = await frames(page, (until) => circle(page, x, y, until))
  await page.mouse.up()
  await page.keyboard.press('Escape')
  return measured
}

async function pan(page: Page): Promise<Frames> {
  await page.keyboard.press('h')
  // Between the cards.
  const spot = await page.evaluate(() => {
    for (let y = 400; y < 700; y += 3)
      for (let x = 600; x < 1000; x += 3)
        if (document.elementFromPoint(x, y)?.matches('.react-flow__pane')) return { x, y }
    return { x: 700, y: 500 }
  })
  await page.mouse.move(spot.x, spot.y)
  await page.mouse.down()
  const measured = await frames(page, (until) => circle(page, spot.x, spot.y, until))
  await page.mouse.up()
  await page.keyboard.press('v')
  return measured
}

/** Runs the workflow, and waits until it has ended. */
async function runOnce(mine: Visit, id: string): Promise<void> {
  const { execution_id } = await mine.run({ workflow_id: id }, {})
  for await (const event of mine.events(execution_id)) if (event.type === 'end') return
}

type Row = { doing: string; shown: string } & Frames

async function measure(url: string): Promise<Row[]> {
  const { email, password } = values
  const mine = visit(url, await signIn(url, email, password))
  const id = await mine.workflow(`Bench of ${NODES} nodes`, large())
  if (values.ran) await runOnce(mine, id)
  const browser = await chromium.launch({ executablePath: await provideChromium(), args: ['--no-sandbox'] })
  const rows: Row[] = []
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await enter(context, { name: '', email, password }, url)
    const page = await context.newPage()
    await page.goto(`${url}/workflows/designer?workflow=${id}`)
    await page.locator('.react-flow__node').first().waitFor()
    if (values.ran) await page.locator('.react-flow__node [data-state]').first().waitFor()
    await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } })
    for (const [key, shown] of [
      ['1', 'all nodes'],
      ['0', 'at 100 %'],
    ] as const) {
      await page.keyboard.press(key)
      await page.waitForTimeout(1500)
      rows.push({ doing: 'nothing', shown, ...(await frames(page, () => page.waitForTimeout(1000))) })
      rows.push({ doing: 'dragging a node', shown, ...(await dragNode(page)) })
      rows.push({ doing: 'moving the picture', shown, ...(await pan(page)) })
    }
  } finally {
    await browser.close()
  }
  return rows
}

/** The other version and this one in turns, so that both are measured under the same load. @returns frames of this one against it */
async function compare(before: string, now: string): Promise<boolean> {
  const turns: [Row[], Row[]][] = []
  for (let turn = 0; turn < 2; turn += 1) turns.push([await measure(before), await measure(now)])
  const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) / 2)] ?? 0
  const [first] = turns
  const rows = (first?.[1] ?? []).map(({ doing, shown }, at) => {
    const [old, own] = [0, 1].map((side) => median(turns.map((turn) => turn[side]?.[at]?.per_second ?? 0)))
    return { doing, shown, before: old, now: own, ratio: Number(((own ?? 0) / (old || 1)).toFixed(2)) }
  })
  console.table(rows)
  return rows.every(({ now: own = 0, ratio }) => own >= LEAST || ratio >= 0.95)
}

function tell(rows: readonly Row[]): boolean {
  console.table(rows)
  return rows.every(({ per_second }) => per_second >= LEAST)
}

function tellLoad(): void {
  const [load = 0] = loadavg()
  console.log(`${NODES} nodes, ${large().edges.length} connections`)
  console.log(
    `Load of the machine: ${load.toFixed(1)} on ${availableParallelism()} cores; above that, others take frames away.`,
  )
}

const folders = [temporaryFolder(), temporaryFolder()] as const
const start = (at: 0 | 1, version?: string) =>
  startProgram(
    { DATA_DIR: folders[at].path, ADMIN_EMAIL: values.email, ADMIN_PASSWORD: values.password },
    ...(version === undefined ? [] : [{ version }]),
  )
try {
  if (!values.url) await buildWebIfStale()
  const program = values.url ? null : await start(0)
  const other = values.against ? await start(1, values.against) : null
  try {
    const url = values.url ?? program?.url ?? ''
    const enough = other ? await compare(other.url, url) : tell(await measure(url))
    tellLoad()
    console.log(enough ? `Never below ${LEAST} frames a second.` : `Below ${LEAST} frames a second.`)
    if (!enough) process.exitCode = 1
  } finally {
    await program?.end('SIGTERM')
    await other?.end('SIGTERM')
  }
} finally {
  for (const folder of folders) folder.remove()
}
