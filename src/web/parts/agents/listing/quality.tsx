import type { AgentDetail, QualityPart } from '#contract/agents/agents.ts'
import { formatDuration, formatPaise, formatPercent } from '#web/lib/format.ts'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'

const NAMES: Record<QualityPart['part'], string> = {
  success: 'successful runs',
  reviews: 'reviews',
  time: 'time compared with its category',
  refunds: 'refunds',
  price: 'price compared with its category',
}

function valueText({ part, value }: QualityPart): string {
  if (part === 'time') return formatDuration(value)
  if (part === 'price') return value === 0 ? 'free' : formatPaise(value)
  return part === 'reviews' ? `${value.toFixed(1)} of 5` : formatPercent(value)
}

/** What the number is made of, in one sentence for each part. */
const explained = (parts: readonly QualityPart[]): string => {
  const weights = parts.reduce((sum, { weight }) => sum + weight, 0)
  const lines = parts.map(
    (part) =>
      `${NAMES[part.part]} ${valueText(part)}: ${Math.round(part.score * 100)} of 100, counts ${formatPercent(part.weight / weights)}`,
  )
  return `Measured by the platform every hour. ${lines.join('; ')}.`
}

/** The quality from 0 to 100, explained on hover and focus. */
export function Quality({
  agent: { quality, quality_parts },
}: {
  agent: Pick<AgentDetail, 'quality' | 'quality_parts'>
}) {
  if (quality === null)
    return (
      <Tooltip text="Measured after ten runs.">
        <button type="button" className="text-left underline decoration-dotted underline-offset-2">
          not measured yet
        </button>
      </Tooltip>
    )
  return (
    <Tooltip text={explained(quality_parts)}>
      <button type="button" className="text-left underline decoration-dotted underline-offset-2">
        {quality} of 100
      </button>
    </Tooltip>
  )
}
