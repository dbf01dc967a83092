import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'

/** A secret to be typed elsewhere: in groups of four, whole at any width, copied without the gaps. */
export function SecretText({ secret }: { secret: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    setCopied(true)
  }
  return (
    <div className="flex items-start gap-2 rounded border border-line bg-sunken py-1.5 pr-1.5 pl-3">
      <code data-secret className="min-w-0 grow py-0.5 font-mono text-xs">
        {(secret.match(/.{1,4}/g) ?? []).join(' ')}
      </code>
      <IconButton
        size="sm"
        label={copied ? t('Copied') : t('Copy the secret')}
        onClick={() => void copy().catch(() => setCopied(false))}
      >
        {copied ? <Check aria-hidden="true" className="text-good" /> : <Copy aria-hidden="true" />}
      </IconButton>
    </div>
  )
}
