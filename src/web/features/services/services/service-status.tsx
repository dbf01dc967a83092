import { Power } from 'lucide-react'
import type { ServiceStatus as Status } from '#contract/services/services.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { StatusChip } from '#web/ui/status.tsx'

/** The state of a service. One that runs is as it should be: it is no work under way, as a run is. */
export function ServiceStatus({ status }: { status: Status }) {
  if (status !== 'running') return <StatusChip status={status} />
  return (
    <Badge tone="good">
      <Power aria-hidden="true" className="size-3" />
      {t('Running')}
    </Badge>
  )
}
