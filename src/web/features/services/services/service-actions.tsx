import { Ellipsis, Pause, Play, Square } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ServiceDetail } from '#contract/services/services.ts'
import { t } from '#web/lib/language.ts'
import { MoveDialog } from '#web/parts/accounts/transfers/move-dialog.tsx'
import { MoveItem, useMayMove } from '#web/parts/accounts/transfers/move-item.tsx'
import { Refused } from '#web/parts/billing/pricing/refused.tsx'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useUpdateService } from './use-update-service.ts'

/** Start, pause and stop, and where it belongs. */
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
      <More service={service} />
      {update.error !== null && <Refused error={update.error} />}
    </>
  )
}

function More({ service }: { service: ServiceDetail }) {
  const [moving, setMoving] = useState(false)
  const navigate = useNavigate()
  if (!useMayMove()) return null
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('More actions')}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <MoveItem onSelect={() => setMoving(true)} />
      </Menu>
      {moving && (
        <MoveDialog
          thing={{ kind: 'service', id: service.id, name: service.name }}
          onMoved={() => navigate(paths.services())}
          onClose={() => setMoving(false)}
        />
      )}
    </>
  )
}
