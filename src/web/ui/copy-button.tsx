import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/lib/language.ts'
import { IconButton } from './button.tsx'

interface CopyButtonProps {
  /** What the button is called. */
  label: string
  text: string
  className?: string
}

/** Copies a text, and says so for two seconds. */
export function CopyButton({ label, text, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <>
      <IconButton size="sm" label={copied ? t('Copied') : label} onClick={() => void copy()} className={className}>
        {copied ? <Check aria-hidden="true" className="text-good" /> : <Copy aria-hidden="true" />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? t('Copied') : ''}
      </span>
    </>
  )
}
