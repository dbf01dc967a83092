import { useNavigate, useSearchParams } from 'react-router'
import { load, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { SellerFrame } from '#web/app/shell/seller-frame.tsx'
import { t } from '#web/lib/language.ts'
import { pageParam, toParam } from '#web/lib/page-param.ts'
import { InvoicesTable, invoicesQuery } from '#web/parts/billing/invoices/invoices-table.tsx'
import { paths } from '#web/paths.ts'
import { Segmented } from '#web/ui/forms/segmented.tsx'

export const INVOICE_SIDES = [
  { value: 'supplier', label: 'To your buyers' },
  { value: 'customer', label: 'To you' },
] as const
type Side = (typeof INVOICE_SIDES)[number]['value']

export const NO_INVOICES: Record<Side, string> = {
  supplier:
    'If you have a GSTIN, your sales are invoiced in your name. Those invoices and their credit notes appear here.',
  customer: 'Invoices for each month’s commission and for your own purchases appear here.',
}

const stateOf = (params: URLSearchParams): { side: Side; page: number } => ({
  side: params.get('to') === 'you' ? 'customer' : 'supplier',
  page: pageParam(params),
})

export const loader = ({ url }: ScreenArgs) => {
  const { side, page } = stateOf(url.searchParams)
  return load(invoicesQuery(side, page))
}

/** Invoices that are written in a seller's name, and those that are written to them. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { side, page } = stateOf(params)
  const data = useData(invoicesQuery(side, page))
  const href = (next: Side, at: number) =>
    paths.sellerInvoices({ to: next === 'customer' ? 'you' : null, page: toParam(at) })
  return (
    <SellerFrame title={t('Invoices')} intro={t('Issued by the platform for every sale, with consecutive numbers.')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Segmented
          label={t('Type')}
          segments={INVOICE_SIDES.map(({ value, label }) => ({ value, label: t(label) }))}
          value={side}
          onChange={(value) => void navigate(href(value as Side, 1), { preventScrollReset: true })}
        />
        <InvoicesTable side={side} page={page} data={data} href={(at) => href(side, at)} empty={t(NO_INVOICES[side])} />
      </div>
    </SellerFrame>
  )
}
