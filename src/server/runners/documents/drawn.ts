/** Boxes and lines drawn on a page, in reading space: what sets text apart besides white space. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface Extent {
  x0: number
  y0: number
  x1: number
  y1: number
}
export interface Box extends Extent {
  /** The outline, curves flattened: call-outs have tails, so that their extent also covers text that is not inside. */
  outline: readonly Point[]
}
export interface Drawn {
  boxes: Box[]
  /** Straight lines along the axes, and filled bars too thin to hold text. */
  rules: Extent[]
}
type Point = readonly [number, number]
export type Matrix = readonly number[]

/** The operators of pdf.js that matter here, by the numbers of its `OPS`. */
const OPS = {
  save: 10,
  restore: 11,
  transform: 12,
  endPath: 28,
  beginForm: 74,
  endForm: 75,
  constructPath: 91,
} as const
/** Its `DrawOPS`: how many numbers follow each. */
const PATH = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3 } as const
const THIN = 3
const MAX_SHAPES = 4000
const MAX_POINTS = 400
const MAX_STATES = 200

export const multiply = (m: Matrix, n: Matrix): number[] => {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** Reads the shapes painted on a page. `base` takes user space to reading space. Clipping paths are not shapes. */
export async function readDrawn(page: PDFPageProxy, base: Matrix): Promise<Drawn> {
  const drawn: Drawn = { boxes: [], rules: [] }
  const { fnArray, argsArray } = await page.getOperatorList()
  let matrix: Matrix = base
  const states: Matrix[] = []
  for (const [i, operator] of fnArray.entries()) {
    const args = argsArray[i] as unknown[] | null
    if (operator === OPS.save || operator === OPS.beginForm) {
      if (states.length < MAX_STATES) states.push(matrix)
      if (operator === OPS.beginForm && isMatrix(args?.[0])) matrix = multiply(matrix, args[0])
    } else if (operator === OPS.restore || operator === OPS.endForm) matrix = states.pop() ?? base
    else if (operator === OPS.transform && isMatrix(args)) matrix = multiply(matrix, args)
    else if (operator === OPS.constructPath && args?.[0] !== OPS.endPath) {
      for (const outline of outlines((args?.[1] as unknown[] | undefined)?.[0], matrix)) add(drawn, outline)
      if (drawn.boxes.length + drawn.rules.length > MAX_SHAPES) return { boxes: [], rules: [] }
    }
  }
  return drawn
}

const isMatrix = (value: unknown): value is Matrix => Array.isArray(value) && value.length === 6

function add(drawn: Drawn, outline: Point[]): void {
  const xs = outline.map(([x]) => x)
  const ys = outline.map(([, y]) => y)
  const extent = { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
  const [width, height] = [extent.x1 - extent.x0, extent.y1 - extent.y0]
  if (!Number.isFinite(width + height)) return
  if (width < THIN || height < THIN) {
    if (width + height > 2 * THIN) drawn.rules.push(extent)
  } else if (outline.length > 3 && width > 30 && height > 10) drawn.boxes.push({ ...extent, outline })
}

/** The parts of a path, each a list of corners. */
function outlines(data: unknown, matrix: Matrix): Point[][] {
  const numbers = data instanceof Float32Array || Array.isArray(data) ? (data as ArrayLike<number>) : null
  if (numbers === null) return []
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix
  const found: Point[][] = []
  let open: Point[] = []
  const number = (at: number): number => numbers[at] ?? 0
  const point = (at: number): Point => [
    a * number(at) + c * number(at + 1) + e,
    b * number(at) + d * number(at + 1) + f,
  ]
  let at = 0
  while (at < numbers.length) {
    const step = numbers[at++]
    const previous = open.at(-1)
    if (step === PATH.moveTo) {
      if (open.length > 1) found.push(open)
      open = [point(at)]
      at += 2
    } else if (step === PATH.lineTo) {
      open.push(point(at))
      at += 2
    } else if (step === PATH.curveTo) {
      if (previous !== undefined) open.push(...curve([previous, point(at), point(at + 2), point(at + 4)]))
      at += 6
    } else if (step === PATH.quadraticCurveTo) {
      open.push(point(at + 2))
      at += 4
    }
    if (open.length > MAX_POINTS) return found
  }
  if (open.length > 1) found.push(open)
  return found
}

/** Four points on a Bézier curve, its end included: enough to tell whether text is inside. */
const curve = ([p, q, r, s]: [Point, Point, Point, Point]): Point[] =>
  [0.25, 0.5, 0.75, 1].map((t) => {
    const u = 1 - t
    const at = (i: 0 | 1) => u * u * u * p[i] + 3 * u * u * t * q[i] + 3 * u * t * t * r[i] + t * t * t * s[i]
    return [at(0), at(1)] as const
  })

/** Whether a run of text is inside the box: its two ends and its middle are, by the even-odd rule. */
export function isInside(box: Box, { x0, y0, x1, y1 }: Extent): boolean {
  const y = (y0 + y1) / 2
  return [x0 + 1, (x0 + x1) / 2, x1 - 1].every((x) => contains(box.outline, x, y))
}

function contains(outline: readonly Point[], x: number, y: number): boolean {
  let inside = false
  let [px, py] = outline.at(-1) ?? [0, 0]
  for (const [qx, qy] of outline) {
    if (qy > y !== py > y && x < ((px - qx) * (y - qy)) / (py - qy) + qx) inside = !inside
    px = qx
    py = qy
  }
  return inside
}
