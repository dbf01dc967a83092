import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { ERROR_PAGE_TEXTS } from '#contract/messages.ts'
import { titled } from '#web/lib/brand.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Mark } from '#web/ui/mark.tsx'

/** §2.3, the simple page: for when the shell itself broke. One retry, after 1 s; Go Home loads the product anew. */
export function SimpleError({ onRetry }: { onRetry: () => void }) {
  const [tries, setTries] = useState(0)
  const retry = () => {
    setTries(tries + 1)
    setTimeout(onRetry, LIMITS.errors.retry_delay_ms)
  }
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <title>{titled(ERROR_PAGE_TEXTS.title)}</title>
      <div role="alert" className="grid max-w-md justify-items-center gap-4 text-center">
        <Mark size={44} />
        <h1 className="text-2xl">{ERROR_PAGE_TEXTS.simple}</h1>
        <div className="flex gap-2">
          <Button
            variant="primary"
            onClick={retry}
            reason={tries >= LIMITS.errors.fallback_retries ? 'It was tried again already' : undefined}
          >
            Try Again
          </Button>
          <a href={paths.home()} className={buttonClass()}>
            Go Home
          </a>
        </div>
      </div>
    </main>
  )
}
