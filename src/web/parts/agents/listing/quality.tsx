import type { AgentDetail, QualityPart } from '#contract/agents/agents.ts'
import { formatDuration, formatPaise, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'

const names = (): Record<QualityPart['part'], string> => ({
  success: t('successful runs'),
  reviews: t('reviews'),
  time: t('time compared with its category'),
  refunds: t('refunds'),
  price: t('price compared with its category'),
})

function valueText({ part, value }: QualityPart): string {
  if (part === 'time') return formatDuration(value)
  if (part === 'price') return value === 0 ? t('free') : formatPaise(value)
  return part === 'reviews' ? t('{rating} of 5', { rating: value.toFixed(1) }) : formatPercent(value)
}

/** What the number is made of, in one sentence for each part. */
const explained = (parts: readonly QualityPart[]): string => {
  const weights = parts.reduce((sum, { weight }) => sum + weight, 0)
  const lines = parts.map((part) =>
    t('{name} {value}: {score} of 100, counts {weight}', {
      name: names()[part.part],
      value: valueText(part),
      score: Math.round(part.score * 100),
      weight: formatPercent(part.weight / weights),
    }),
  )
  return t('Measured by the platform every hour. {parts}.', { parts: lines.join('; ') })
}

/** The quality from 0 to 100, explained on hover and focus. */
export function Quality({
  agent: { quality, quality_parts },
}: {
  agent: Pick<AgentDetail, 'quality' | 'quality_parts'>
}) {
  if (quality === null)
    return (
      <Tooltip text={t('Measured after ten runs.')} align="end">
        <button type="button" className="text-left underline decoration-dotted underline-offset-2">
          {t('not measured yet')}
        </button>
      </Tooltip>
    )
  return (
    <Tooltip text={explained(quality_parts)} align="end">
      <button type="button" className="text-left underline decoration-dotted underline-offset-2">
        {t('{quality} of 100', { quality })}
      </button>
    </Tooltip>
  )
}
