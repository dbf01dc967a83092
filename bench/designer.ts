/**
 * Frames per second of the designer with many nodes, while one is dragged and while the picture is moved: all of them in the picture, and
 * at 100 %. `npm run bench -- designer [--nodes 500] [--url http://… --email … --password …]`. Counts the frames of the page itself
 * (timestamps of requestAnimationFrame) in Chromium at 1440 × 900 against the product as `npm start` serves it. Chromium draws at most
 * 60 frames a second. Exits non-zero below 50.
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
import { signIn, visit } from '../test/support/visit.ts'

const LEAST = 50
const SECONDS = 4
/** A row of the graph. */
const LONG = 25

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '500' },
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
    type: index === 0 ? 'manual_trigger' : 'set_fields',
    version: 1,
    title: index === 0 ? 'Start' : `Step ${index}`,
    config: (index === 0 ? {} : { json: `{{ $input }} ${index}` }) as JsonObject,
    position: place(index),
  }))
  const edges = nodes.slice(1).map((node, at) => {
    const from = (at + 1) % LONG === 0 ? 0 : at
    return { id: `e${at}`, from: { node: id(from), port: 'out' }, to: { node: node.id, port: 'in' } }
  })
  const across = nodes
    .map((_, index) => index)
    .filter((index) => index % 5 === 2 && index + LONG + 1 < NODES && index % LONG < LONG - 1)
    .map((index) => ({
      id: `x${index}`,
      from: { node: id(index), port: 'out' },
      to: { node: id(index + LONG + 1), port: 'in' },
    }))
  return { schema_version: 1, nodes, edges: [...edges, ...across], notes: [], groups: [] }
}

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

async function measure(url: string): Promise<boolean> {
  const { email, password } = values
  const mine = visit(url, await signIn(url, email, password))
  const id = await mine.workflow(`Bench of ${NODES} nodes`, large())
  const browser = await chromium.launch({ executablePath: await provideChromium(), args: ['--no-sandbox'] })
  const rows: ({ doing: string; shown: string } & Frames)[] = []
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await enter(context, { name: '', email, password }, url)
    const page = await context.newPage()
    await page.goto(`${url}/workflows/designer?workflow=${id}`)
    await page.locator('.react-flow__node').first().waitFor()
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
  const [load = 0] = loadavg()
  console.log(`${NODES} nodes, ${large().edges.length} connections`)
  console.log(
    `Load of the machine: ${load.toFixed(1)} on ${availableParallelism()} cores; above that, others take frames away.`,
  )
  console.table(rows)
  return rows.every(({ per_second }) => per_second >= LEAST)
}

const folder = temporaryFolder()
try {
  if (!values.url) await buildWebIfStale()
  const program = values.url
    ? null
    : await startProgram({ DATA_DIR: folder.path, ADMIN_EMAIL: values.email, ADMIN_PASSWORD: values.password })
  try {
    const enough = await measure(values.url ?? program?.url ?? '')
    console.log(enough ? `Never below ${LEAST} frames a second.` : `Below ${LEAST} frames a second.`)
    if (!enough) process.exitCode = 1
  } finally {
    await program?.end('SIGTERM')
  }
} finally {
  folder.remove()
}
