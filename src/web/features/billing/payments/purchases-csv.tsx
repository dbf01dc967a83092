import { Download } from 'lucide-react'
import { toCsv } from '#contract/core/csv.ts'
import { inIndia } from '#contract/india/time.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import type { Show } from './purchases.tsx'

const AT_ONCE = 100
const rupees = (paise: number): number => paise / 100
const day = (time: string | null): string => (time === null ? '' : inIndia(new Date(time)).toISOString().slice(0, 10))

/** Every page of a list, one after the other. */
async function all<T>(page: (query: { limit: number; offset: number }) => Promise<{ items: T[]; total: number }>) {
  const found: T[] = []
  for (;;) {
    const { items, total } = await page({ limit: AT_ONCE, offset: found.length })
    found.push(...items)
    if (items.length === 0 || found.length >= total) return found
  }
}

async function boughtCsv(): Promise<string> {
  const items = await all((query) => call('listPurchases', { query }))
  return toCsv([
    ['Agent', 'Kind', 'Status', 'Version', 'Bought', 'Ends', 'Paid (INR)', 'Refunded (INR)', 'Invoice', 'Order'],
    ...items.map((item) => [
      item.agent.name,
      item.kind === 'month' ? 'a month' : 'one-time',
      item.status,
      item.version.number,
      day(item.bought_at),
      day(item.ends_at),
      rupees(item.paid_paise),
      rupees(item.refunded_paise),
      item.invoice?.number ?? '',
      item.order_id,
    ]),
  ])
}

async function runsCsv(): Promise<string> {
  const items = await all((query) => call('listAgentSpending', { query }))
  return toCsv([
    ['Agent', 'Runs', 'Credits (INR)', 'AI models (INR)', 'Refunded (INR)', 'This month (INR)', 'Last'],
    ...items.map((item) => [
      item.agent.name,
      item.runs,
      rupees(item.paise),
      rupees(item.models_paise),
      rupees(item.refunded_paise),
      rupees(item.month_paise),
      day(item.last_at),
    ]),
  ])
}

/** Saves all of what is shown, not only its page. The mark at its beginning tells spreadsheets that it is UTF-8. */
export function PurchasesCsv({ show }: { show: Show }) {
  const save = useAction(async () => {
    const csv = await (show === 'runs' ? runsCsv() : boughtCsv())
    saveFile(`${show === 'runs' ? 'paid-by-the-run' : 'purchases'}.csv`, `\uFEFF${csv}`, 'text/csv;charset=utf-8')
  })
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {save.error !== null && <span className="text-bad text-xs">{friendly(save.error)}</span>}
      <Button
        size="sm"
        icon={<Download aria-hidden="true" />}
        busy={save.busy && t('Collecting...')}
        aria-label={t('Save purchases as CSV')}
        onClick={() => void save.run()}
      >
        CSV
      </Button>
    </span>
  )
}
