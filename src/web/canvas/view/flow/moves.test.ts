import type { Viewport } from '@xyflow/react'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { large } from '#test/support/graphs.ts'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { createStore } from '#web/lib/store.ts'
import { createMoves } from './moves.ts'
import { readableZoom } from './use-camera.ts'
import { farTitle } from './use-zoom-level.ts'

let frames: (() => void)[] = []
const draw = () => {
  for (const frame of frames.splice(0)) frame()
}
beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
})
beforeEach(() => {
  frames = []
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const stands = { x: 24, y: 200, zoom: 0.5 }
const WINDOW = { clientWidth: 1000, clientHeight: 800 }

/** A canvas whose moves never end: each key comes while the one before is still under way. */
function slowPicture() {
  const asked: Viewport[] = []
  const flow = {
    getViewport: () => stands,
    setViewport: (viewport: Viewport) => {
      asked.push(viewport)
      return new Promise(() => {})
    },
  }
  const of = <T>(value: T) => ({ get: () => value })
  const draft = { document: of(large(100)), selection: of(NOTHING), analysis: of({ presentations: {}, problems: [] }) }
  const moves = createMoves(
    flow as never,
    draft as never,
    { current: WINDOW as never },
    {
      ...{ minZoom: 0.05, maxZoom: 2 },
      closedLoops: createStore<ReadonlySet<string>>(new Set()),
    },
  )
  return { moves, last: () => asked.at(-1) ?? stands }
}

/** The x of the workflow that is in the middle of the window. */
const middle = ({ x, zoom }: Viewport) => (WINDOW.clientWidth / 2 - x) / zoom

it('counts every key that is pressed while the picture moves, in their order', () => {
  const { moves, last } = slowPicture()
  moves.fit()
  // Ten cards of 224 px in a row, 304 px apart.
  const half = (9 * 304 + 224) / 2
  expect(middle(last())).toBeCloseTo(half)
  moves.zoomTo(1)
  expect([last().zoom, middle(last())]).toEqual([1, expect.closeTo(half)])
  for (let press = 0; press < 8; press += 1) moves.zoomBy(1 / 1.25)
  expect([last().zoom, middle(last())]).toEqual([expect.closeTo(1.25 ** -8), expect.closeTo(half)])
})

it('looks for a place where a move under way leads, and where the picture is once a hand has moved it', () => {
  const { moves, last } = slowPicture()
  moves.zoomTo(2)
  expect(moves.isFitting()).toBe(false)
  const zoomed = last()
  moves.lookAt({ x: middle(zoomed), y: (WINDOW.clientHeight / 2 - zoomed.y) / zoomed.zoom })
  expect(last()).toBe(zoomed)
  moves.lookAt({ x: 9000, y: 0 })
  expect([last().zoom, middle(last())]).toEqual([2, expect.closeTo(9000)])
  moves.forget()
  moves.zoomBy(2)
  expect([last().zoom, middle(last())]).toEqual([1, expect.closeTo(middle(stands))])
  moves.fit()
  expect(moves.isFitting()).toBe(true)
})

it('looks from where the picture is once something else has stopped a move', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const { moves } = slowPicture()
    moves.zoomTo(2)
    draw()
    draw()
    expect(moves.now().zoom).toBe(2)
    vi.advanceTimersByTime(200)
    draw()
    draw()
    expect(moves.now()).toBe(stands)
  } finally {
    vi.useRealTimers()
  }
})

it.each([
  ['a workflow whose titles would be cut to a few letters', 0.15, 1280, 0.5],
  ['a workflow whose titles can be read', 0.3, 1280, null],
  ['a workflow that fits in', 1, 1280, null],
  ['on a phone, cards that are too small to read', 0.5, 390, 0.6],
  ['on a phone, cards that can be read', 0.7, 390, null],
])('opens where something can be read: %s', (_what, fitted, width, zoom) => {
  expect(readableZoom(fitted, width)).toBe(zoom)
})

it('draws titles as large on the screen at every zoom as their cards have room for', () => {
  for (const zoom of [0.39, 0.35, 0.3, 0.25]) {
    const { size, lines } = farTitle(zoom)
    expect(size * zoom, `at ${zoom}`).toBeGreaterThanOrEqual(9)
    expect(lines).toBe(2)
  }
  for (const zoom of [0.22, 0.2, 0.18, 0.15]) expect(farTitle(zoom).size * zoom, `at ${zoom}`).toBeGreaterThanOrEqual(9)
  expect(farTitle(0.15)).toMatchObject({ lines: 1 })
  expect(farTitle(0.05).size).toBe(farTitle(0.06).size)
})
