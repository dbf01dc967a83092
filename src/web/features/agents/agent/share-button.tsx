import { Check, Share2 } from 'lucide-react'
import { useState } from 'react'
import { track } from '#web/api/analytics.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

const SHOWN_MS = 2000

/** Hands the agent's address to the system's own sharing where there is one, else to the clipboard. */
export function ShareButton({ slug, name }: { slug: string; name: string }) {
  const [copied, setCopied] = useState(false)
  const share = async () => {
    const url = new URL(paths.agent(slug), window.location.origin).href
    const touch = matchMedia('(pointer: coarse)').matches
    try {
      if (touch && 'share' in navigator) {
        await navigator.share({ title: name, url })
        track('share', { method: 'system', content: 'agent' })
        return
      }
      await navigator.clipboard.writeText(url)
    } catch (error) {
      // Closing the system's dialog is an answer too.
      if (error instanceof DOMException && error.name === 'AbortError') return
      notify({ type: 'info', title: t('Copy link'), message: url, duration: null })
      return
    }
    track('share', { method: 'copy', content: 'agent' })
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return (
    <>
      <Button
        size="sm"
        icon={copied ? <Check aria-hidden="true" className="text-good" /> : <Share2 aria-hidden="true" />}
        onClick={() => void share()}
      >
        {copied ? t('Link copied') : t('Share')}
      </Button>
      {/* Outside: a status inside the button would leave it without a name. */}
      <span role="status" className="sr-only">
        {copied && t('Link copied')}
      </span>
    </>
  )
}
