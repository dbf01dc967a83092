/** The list of what is to be set up as one works through it: what is done stays on it with its tick. Pure. */
import type { SetupItem } from '#web/canvas/services/analysis/setup.ts'
import { keyOf } from '#web/canvas/services/queries/use-setup.ts'

export interface SetupStep extends SetupItem {
  key: string
  done: boolean
}

/** What was on the list stays where it was; what comes newly goes in behind what it follows now. */
export function followed(before: readonly SetupStep[], items: readonly SetupItem[]): readonly SetupStep[] {
  const now = new Map(items.map((item) => [keyOf(item), item]))
  const steps = before.map((step): SetupStep => {
    const item = now.get(step.key)
    return item ? { ...item, key: step.key, done: false } : { ...step, done: true }
  })
  let last = -1
  for (const [key, item] of now) {
    const at = steps.findIndex((step) => step.key === key)
    if (at >= 0) last = at
    else {
      last += 1
      steps.splice(last, 0, { ...item, key, done: false })
    }
  }
  const same =
    steps.length === before.length && steps.every((step, at) => JSON.stringify(step) === JSON.stringify(before[at]))
  return same ? before : steps
}
