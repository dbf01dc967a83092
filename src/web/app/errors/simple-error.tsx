import { useEffect, useEffectEvent, useState } from 'react'
import { LIMITS } from '#contract/core/limits.ts'
import { FRIENDLY_MESSAGES } from '#contract/platform/messages.ts'
import { brand, pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { BrandPicture } from '#web/ui/mark.tsx'

export interface SimpleErrorProps {
  onRetry: () => void
  tried?: boolean
  /** Rendered inside a layout. */
  inside?: boolean | undefined
}

/**
 * §2.3, the simple page: for when the shell or the other error page broke. One retry, after 1 s; Go Home reloads the
 * product. Without a connection it says so, and continues automatically once there is one. It is part of every first
 * load, so it has few dependencies.
 */
export function SimpleError({ onRetry, tried, inside }: SimpleErrorProps) {
  const Frame = inside ? 'div' : 'main'
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(onRetry, LIMITS.errors.retry_delay_ms)
    return () => clearTimeout(timer)
  }, [waiting, onRetry])
  const again = useEffectEvent(onRetry)
  useEffect(() => {
    const goOn = () => again()
    addEventListener('online', goOn)
    return () => removeEventListener('online', goOn)
  }, [])
  const isOffline = typeof navigator !== 'undefined' && navigator.onLine === false
  return (
    <Frame className={`grid grow place-items-center p-6 ${inside ? 'py-20' : 'min-h-dvh'}`}>
      <title>{pageTitle(t('Something went wrong'))}</title>
      <div role="alert" className="grid max-w-md justify-items-center gap-4 text-center">
        <BrandPicture px={44} name={brand} />
        <h1 className="text-3xl">{t('Oops! Something went wrong')}</h1>
        {isOffline && <p>{t(FRIENDLY_MESSAGES.network)}</p>}
        <div className="flex gap-2">
          <Button
            variant="primary"
            onClick={() => setWaiting(true)}
            busy={waiting && t('Trying again...')}
            reason={tried ? t('Already retried') : undefined}
          >
            {t('Try Again')}
          </Button>
          <a href={paths.home()} className={buttonClass()}>
            {t('Go Home')}
          </a>
        </div>
      </div>
    </Frame>
  )
}
