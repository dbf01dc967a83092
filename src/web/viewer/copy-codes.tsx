import { Copy } from 'lucide-react'
import type { CheckedDecisions } from '#findings/decision.ts'
import type { Finding } from '#findings/finding.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

/** The codes a person accepted or chose instead, each once, in their order. */
export const acceptedCodes = (findings: readonly Finding[], decisions: CheckedDecisions): string[] => [
  ...new Set(
    findings.flatMap(({ id, system, label }) => {
      const decision = decisions[id]
      if (system === undefined || decision === undefined || decision.verdict === 'rejected') return []
      return [decision.verdict === 'edited' ? (decision.value ?? label) : label]
    }),
  ),
]

/** One code a line: what a column of a spreadsheet and a field of a record take. */
export async function copyCodes(codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return
  try {
    await navigator.clipboard.writeText(codes.join('\n'))
    const title = codes.length === 1 ? t('1 code copied') : t('{count} codes copied', { count: String(codes.length) })
    notify({ type: 'success', title })
  } catch {
    notify({ type: 'warning', title: t('The codes couldn’t be copied'), message: codes.join(', ') })
  }
}

export const CopyCodes = ({ codes }: { codes: readonly string[] }) => (
  <Button
    size="sm"
    icon={<Copy aria-hidden="true" />}
    aria-keyshortcuts="c"
    title={t('Copy accepted codes (c)')}
    reason={codes.length === 0 ? t('Accept a code first.') : undefined}
    onClick={() => void copyCodes(codes)}
  >
    {t('Copy codes')}
  </Button>
)
