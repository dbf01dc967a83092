import { Pause, Play, Square } from 'lucide-react'
import type { ServiceDetail } from '#contract/services/services.ts'
import { t } from '#web/lib/language.ts'
import { Refused } from '#web/parts/billing/pricing/refused.tsx'
import { Button } from '#web/ui/button.tsx'
import { useUpdateService } from './use-update-service.ts'

/** Start, pause and stop. */
export function ServiceActions({ service }: { service: ServiceDetail }) {
  const update = useUpdateService(service)
  const running = service.status === 'running'
  const reason = service.abilities.update.reason ?? undefined
  return (
    <>
      <Button
        icon={running ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        busy={update.busy && t('Saving...')}
        reason={reason}
        onClick={() => void update.run({ status: running ? 'paused' : 'running' })}
      >
        {running ? t('Pause') : t('Start')}
      </Button>
      {service.status !== 'stopped' && (
        <Button
          icon={<Square aria-hidden="true" />}
          disabled={update.busy}
          reason={reason}
          onClick={() => void update.run({ status: 'stopped' })}
        >
          {t('Stop')}
        </Button>
      )}
      {update.error !== null && <Refused error={update.error} />}
    </>
  )
}
