import { CircleCheck, CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { API_STATUS_TEXTS } from '#contract/messages.ts'
import { call } from '#web/api/call.ts'
import { type ApiStatus, isHealthy, nextStatus } from '#web/api/health.ts'

const { first_ms, every_ms, reconnect_hidden_ms } = LIMITS.health

/** §4: the banner at the top right while the API is away, and for 10 s once it is back. */
export function ApiStatusBanner() {
  const [status, setStatus] = useState<ApiStatus>('unknown')
  useEffect(() => {
    let timer = 0
    let stopped = false
    const check = async () => {
      const healthy = await isHealthy(() => call('getApiHealth', {}))
      if (stopped) return
      setStatus((before) => nextStatus(before, healthy))
      timer = window.setTimeout(() => void check(), every_ms)
    }
    timer = window.setTimeout(() => void check(), first_ms)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [])
  useEffect(() => {
    if (status !== 'reconnected') return
    const timer = setTimeout(() => setStatus('online'), reconnect_hidden_ms)
    return () => clearTimeout(timer)
  }, [status])
  const away = status === 'offline'
  return (
    <div role="status" className="pointer-events-none fixed top-16 right-4 z-40">
      {(away || status === 'reconnected') && (
        <p
          className={`flex animate-rise items-center gap-2 rounded border px-3 py-2 font-medium shadow-float ${away ? 'border-bad bg-bad-soft text-bad' : 'border-good bg-good-soft text-good'}`}
        >
          {away ? (
            <CloudOff aria-hidden="true" className="size-4" />
          ) : (
            <CircleCheck aria-hidden="true" className="size-4" />
          )}
          {away ? API_STATUS_TEXTS.offline : API_STATUS_TEXTS.online}
        </p>
      )}
    </div>
  )
}
