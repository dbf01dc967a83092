import { Download } from 'lucide-react'
import type { Invoice } from '#contract/billing/invoices.ts'
import { useAction } from '#web/api/action.ts'
import { download } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'

/** Draws an invoice and saves it. `label` is the text of the button. */
export function InvoicePdf({
  invoice: { id, number },
  label = t('Invoice {number}', { number }),
}: {
  invoice: Pick<Invoice, 'id' | 'number'>
  label?: string
}) {
  const save = useAction(async () =>
    saveFile(
      `${number.replaceAll('/', '-')}.pdf`,
      await download('getInvoicePdf', { params: { id } }),
      'application/pdf',
    ),
  )
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {save.error !== null && <span className="text-bad text-xs">{friendly(save.error)}</span>}
      <Button
        size="sm"
        icon={<Download aria-hidden="true" />}
        busy={save.busy && t('Preparing...')}
        aria-label={t('Save {number} as PDF', { number })}
        onClick={() => void save.run()}
      >
        {label}
      </Button>
    </span>
  )
}
