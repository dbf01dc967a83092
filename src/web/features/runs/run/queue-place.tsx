import type { QueuePlace } from '#contract/runs/run-details.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { formatDuration } from '#web/lib/format.ts'
import { Callout } from '#web/ui/callout.tsx'

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS: Record<Intl.LDMLPluralRule, string> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
  other: 'th',
  zero: 'th',
  many: 'th',
}

/** 1st, 2nd, 3rd, 11th. */
export const ordinal = (place: number): string => `${place.toLocaleString('en-IN')}${ENDINGS[ordinals.select(place)]}`

/** Position of a queued run, polled while it is queued. */
export function InLine({ queue }: { queue: QueuePlace }) {
  useFresh('getExecution', true)
  const { place, waited_ms, about_ms, workers } = queue
  if (workers === 0)
    return (
      <Callout tone="warn" title="No worker is running">
        The run starts when a worker is back. It has waited {formatDuration(waited_ms)}.
      </Callout>
    )
  return (
    <Callout title={place === 1 ? 'Next in line' : `${ordinal(place)} in line`}>
      {about_ms !== null && <>About {formatDuration(Math.max(1000, about_ms))} until it starts. </>}
      It has waited {formatDuration(waited_ms)}. Your runs are ordered by priority, then by age. Owners take turns.
    </Callout>
  )
}
