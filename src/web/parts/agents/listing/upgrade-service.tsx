import { useState } from 'react'
import type { Service } from '#contract/services/services.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { DifferenceDialog } from './difference-dialog.tsx'

/** A newer version is out: what it has, and the step to it when its owner is ready. */
export function UpgradeService({ service }: { service: Pick<Service, 'id' | 'agent' | 'version'> }) {
  const [open, setOpen] = useState(false)
  const { number, newest } = service.version
  const upgrade = useAction(async () => {
    const body = { version: newest }
    const saved = await call('upgradeService', { params: { id: service.id }, body })
    setOpen(false)
    queryClient.setQueryData(q('getService', { params: { id: service.id } }).queryKey, saved)
    void refresh('listServices')
  })
  return (
    <>
      {' '}
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('See version {number}', { number: newest })}
      </Button>
      {open && (
        <DifferenceDialog agent={service.agent.id} from={number} to={newest} onClose={() => setOpen(false)}>
          {upgrade.error !== null && <Callout tone="bad">{friendly(upgrade.error)}</Callout>}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => setOpen(false)}>{t('Keep version {number}', { number })}</Button>
            <Button variant="primary" busy={upgrade.busy && t('Upgrading...')} onClick={() => void upgrade.run()}>
              {t('Upgrade to version {number}', { number: newest })}
            </Button>
          </div>
        </DifferenceDialog>
      )}
    </>
  )
}
