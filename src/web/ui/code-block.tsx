import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/lib/language.ts'
import { IconButton } from './button.tsx'

/** Text to copy unchanged: a snippet, a key, JSON. */
export function CodeBlock({ code, label = t('Code') }: { code: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(code)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <div className="relative rounded border border-line bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="mr-10 overflow-x-auto">
        <pre className="py-3 pr-2 pl-4 font-mono text-xs leading-5">
          <code>{code}</code>
        </pre>
      </section>
      <IconButton
        size="sm"
        label={copied ? t('Copied') : t('Copy')}
        onClick={() => void copy()}
        className="absolute top-2 right-2 bg-sunken"
      >
        {copied ? <Check aria-hidden="true" className="text-good" /> : <Copy aria-hidden="true" />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? t('Copied') : ''}
      </span>
    </div>
  )
}
