import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'

interface Props {
  /** Null where all of them are shown. */
  load: (() => Promise<void>) | null
  /** The oldest message that is shown. */
  oldest: string | undefined
}

/** Nearer to the oldest message than this, in px, a reader is about to want what was said before. */
const NEAR = 120

/** Measured from the message: the button above it may come while one reads, and the browser then keeps what is read where it is. */
function isNear(region: Element, place: Element | null): boolean {
  const oldest = place?.nextElementSibling
  return !!oldest && region.getBoundingClientRect().top - oldest.getBoundingClientRect().top < NEAR
}

/** What comes above is not read out: it was said before. */
const SILENT_MS = 1_000

/** Shows what was said before, by its button or by scrolling up. What is being read stays where it is. */
export function EarlierMessages({ load, oldest }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')
  /** How far the end was away, and whether the button was focused. */
  const before = useRef<{ toEnd: number; focused: boolean } | null>(null)
  const show = useCallback(async () => {
    const region = place.current?.closest('section')
    if (!load || !region) return
    setState('busy')
    region.querySelector('[role=log]')?.setAttribute('aria-live', 'off')
    before.current = {
      toEnd: region.scrollHeight - region.scrollTop,
      focused: place.current?.contains(document.activeElement) ?? false,
    }
    setState(
      await load().then(
        () => 'ready' as const,
        () => 'failed' as const,
      ),
    )
    setTimeout(() => region.querySelector('[role=log]')?.removeAttribute('aria-live'), SILENT_MS)
  }, [load])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there are older ones
  useLayoutEffect(() => {
    const region = place.current?.closest('section')
    const was = before.current
    if (!region || !was) return
    before.current = null
    region.scrollTop = region.scrollHeight - was.toEnd
    if (was.focused && !load) region.focus({ preventScroll: true })
  }, [oldest])
  useEffect(() => {
    const region = place.current?.closest('section')
    if (!region || state !== 'ready') return
    const onScroll = () => isNear(region, place.current) && void show()
    region.addEventListener('scroll', onScroll, { passive: true })
    return () => region.removeEventListener('scroll', onScroll)
  }, [show, state])
  // A reader may have scrolled up before this part was there to notice. The first frame comes after the chat has gone to its end.
  const atFirst = useRef(show)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const region = place.current?.closest('section')
      if (region && isNear(region, place.current)) void atFirst.current()
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div ref={place} className="grid justify-items-center gap-1">
      {load && (
        <Button size="sm" variant="ghost" busy={state === 'busy' && t('Loading...')} onClick={() => void show()}>
          {t('Show earlier messages')}
        </Button>
      )}
      {state === 'failed' && (
        <p role="alert" className="text-bad text-base">
          {t('Earlier messages couldn’t be loaded. Try again.')}
        </p>
      )}
    </div>
  )
}
