import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { brand } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'

/** The only sight of backup codes: they are kept as hashes, so closing this takes them away. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    setCopied(true)
  }
  const words = `${t('{brand} backup codes. Each works once.', { brand })}\n\n${codes.join('\n')}\n`
  return (
    <div className="grid gap-4">
      <p>
        {t(
          'Each code signs you in once when you don’t have your phone. They’re shown only once: store them with your passwords.',
        )}
      </p>
      <ul
        aria-label={t('Backup codes')}
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded border border-line bg-sunken px-4 py-3 font-mono tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          onClick={() => void copy().catch(() => setCopied(false))}
        >
          {copied ? t('Copied') : t('Copy')}
        </Button>
        <Button
          icon={<Download aria-hidden="true" />}
          onClick={() => saveFile('backup-codes.txt', words, 'text/plain')}
        >
          {t('Download')}
        </Button>
        <span role="status" className="sr-only">
          {copied ? t('Copied') : ''}
        </span>
      </div>
    </div>
  )
}
