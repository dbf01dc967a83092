import type { McpState } from '#contract/connectors/mcp-server-values.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'
import type { ServerSummary } from './server-queries.ts'

const STATES: Record<McpState, { label: () => string; tone: Tone }> = {
  connected: { label: () => t('Connected'), tone: 'good' },
  sign_in: { label: () => t('Sign-in needed'), tone: 'warn' },
  reconnect: { label: () => t('Connect again'), tone: 'bad' },
  disabled: { label: () => t('Switched off by an admin'), tone: 'warn' },
  failed: { label: () => t('Can’t be reached'), tone: 'bad' },
}

export function StateBadge({ server }: { server: Pick<ServerSummary, 'state' | 'tools_waiting'> }) {
  const { label, tone } = STATES[server.state]
  return (
    <>
      <Badge tone={tone}>{label()}</Badge>
      {server.tools_waiting > 0 && <Badge tone="warn">{t('Tools changed')}</Badge>}
    </>
  )
}

export const toolsInWords = (count: number): string =>
  count === 1 ? t('1 tool') : t('{count} tools', { count: formatNumber(count) })
