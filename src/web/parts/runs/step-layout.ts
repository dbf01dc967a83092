/** Where the steps of a workflow stand in its picture: rows from top to bottom by what they wait for. */
/** What a picture is made of: steps in the order they run, and what leads from one to another. */
export interface Drawn<Step> {
  steps: readonly Step[]
  edges: readonly { from: string; port: string; to: string }[]
}

export interface Placed<Step> {
  step: Step
  row: number
  /** From the left, and how wide, as fractions of the picture. */
  left: number
  width: number
}

export interface Line<Step> {
  from: Placed<Step>
  to: Placed<Step>
  /** The branch it leaves through; null for the ordinary way out. */
  port: string | null
}

export interface StepLayout<Step> {
  rows: number
  steps: Placed<Step>[]
  lines: Line<Step>[]
  /** Steps that found no room. */
  more: number
}

/** A picture with more steps than this is no longer a small one. */
const MOST_STEPS = 24

/**
 * The longest path from a start to each step. Steps come in the order they run, so one pass is enough; cycles end on
 * their own.
 */
function rowsOf({ steps, edges }: Drawn<{ id: string }>): Map<string, number> {
  const place = new Map(steps.map(({ id }, index) => [id, index]))
  const rows = new Map(steps.map(({ id }) => [id, 0]))
  const leaving = Map.groupBy(edges, ({ from }) => from)
  for (const { id } of steps)
    for (const { from, to } of leaving.get(id) ?? []) {
      if ((place.get(to) ?? -1) <= (place.get(from) ?? 0)) continue
      rows.set(to, Math.max(rows.get(to) ?? 0, (rows.get(from) ?? 0) + 1))
    }
  return rows
}

/** @param most steps that find room */
export function layoutSteps<Step extends { id: string }>(
  { steps: all, edges }: Drawn<Step>,
  most = MOST_STEPS,
): StepLayout<Step> {
  const shown = all.slice(0, most)
  const rows = rowsOf({ steps: shown, edges })
  const byRow = Map.groupBy(shown, ({ id }) => rows.get(id) ?? 0)
  const steps = [...byRow].flatMap(([row, members]) =>
    members.map((step, index) => ({ step, row, left: index / members.length, width: 1 / members.length })),
  )
  const placed = new Map(steps.map((entry) => [entry.step.id, entry]))
  const lines = edges.flatMap(({ from, port, to }) => {
    const [start, end] = [placed.get(from), placed.get(to)]
    return start && end ? [{ from: start, to: end, port: port === 'out' ? null : port }] : []
  })
  return { rows: Math.max(0, ...byRow.keys()) + 1, steps, lines, more: all.length - shown.length }
}
