import type { QueuePlace } from '#contract/runs/run-details.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { currentLanguage, t } from '#web/lib/language.ts'
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
export const ordinal = (place: number): string =>
  currentLanguage() === 'en'
    ? `${place.toLocaleString('en-IN')}${ENDINGS[ordinals.select(place)]}`
    : formatNumber(place)

/** Position of a queued run, polled while it is queued. */
export function InLine({ queue }: { queue: QueuePlace }) {
  useFresh('getExecution', true)
  const { place, waited_ms, about_ms, workers } = queue
  if (workers === 0)
    return (
      <Callout tone="warn" title={t('No worker is running')}>
        {t('The run starts when a worker is back. It has waited {time}.', { time: formatDuration(waited_ms) })}
      </Callout>
    )
  return (
    <Callout title={place === 1 ? t('Next in line') : t('{place} in line', { place: ordinal(place) })}>
      {about_ms !== null &&
        `${t('About {time} until it starts.', { time: formatDuration(Math.max(1000, about_ms)) })} `}
      {t('It has waited {time}. Your runs are ordered by priority, then by age. Owners take turns.', {
        time: formatDuration(waited_ms),
      })}
    </Callout>
  )
}
