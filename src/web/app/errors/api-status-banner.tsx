import { CircleCheck, CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { API_STATUS_TEXTS } from '#contract/platform/messages.ts'
import { refresh } from '#web/api/action.ts'
import { call, type DataName } from '#web/api/call.ts'
import { degraded } from '#web/api/degraded.ts'
import { type ApiStatus, watchHealth } from '#web/api/health.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'

/** Fetches everything again that is currently a fallback. */
const renew = () => void refresh(...([...degraded.get()] as DataName[]))

/** §4: the banner at the top right while the API is away, and for 10 s once it is back. Below it, what the page lacks because of that. */
export function ApiStatusBanner() {
  const [status, setStatus] = useState<ApiStatus>('unknown')
  const missing = useStore(degraded).size > 0
  useEffect(() => watchHealth(() => call('getApiHealth', {}, { exact: true }), setStatus), [])
  useEffect(() => {
    if (status === 'reconnected') renew()
  }, [status])
  const away = status === 'offline'
  return (
    <div role="status" className="pointer-events-none fixed top-16 right-4 z-40 grid justify-items-end gap-2">
      {(away || status === 'reconnected') && (
        <p
          className={`flex animate-rise items-center gap-2 rounded border px-3 py-2 font-medium shadow-raised ${away ? 'border-bad bg-bad-soft text-bad' : 'border-good bg-good-soft text-good'}`}
        >
          {away ? (
            <CloudOff aria-hidden="true" className="size-4" />
          ) : (
            <CircleCheck aria-hidden="true" className="size-4" />
          )}
          {t(away ? API_STATUS_TEXTS.offline : API_STATUS_TEXTS.online)}
        </p>
      )}
      {missing && (
        <p className="pointer-events-auto flex max-w-80 animate-rise items-center gap-3 rounded border border-warn bg-warn-soft px-3 py-2 text-warn shadow-raised">
          {t('Some parts of this page couldn’t be loaded.')}
          <Button size="sm" onClick={renew}>
            {t('Try again')}
          </Button>
        </p>
      )}
    </div>
  )
}
