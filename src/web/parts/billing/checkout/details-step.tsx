import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { couponCode } from '#contract/billing/coupon-values.ts'
import type { Buying, OrderQuote, OrderToPay } from '#contract/billing/payments.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { gstinProblem, nameRule, stateOptions } from './billing-rules.ts'
import { CodeField } from './code-field.tsx'
import { readCodeFromLink } from './open-checkout.ts'
import { OrderSum } from './order-sum.tsx'
import { ProveAddress } from './prove-address.tsx'

interface Typed {
  name: string
  address: string
  state_code: string
  gstin: string
}

/** Typed values are kept for the same user when the checkout is closed and opened again. */
let kept: { by: string; typed: Typed } | null = null

interface Step {
  buying: Buying
  onOrder: (order: OrderToPay) => void
  onClose: () => void
}

const asked = (buying: Buying) => ({ ...q('quoteOrder', { body: buying }), staleTime: 0, retry: false })
const withCode = (buying: Buying, code: string): Buying =>
  buying.purpose === 'credits' || code === '' ? buying : { ...buying, coupon: code }

/** The price with GST and what a code takes off, and whom the invoice is for. */
export function DetailsStep({ buying, onOrder, onClose }: Step) {
  // The last one that was tried stays in the field, with what was said of it.
  const [tried, setTried] = useState(() => (buying.purpose === 'credits' ? '' : couponCode(readCodeFromLink())))
  const [code, setCode] = useState(tried)
  // Found out when it was ordered: another buyer has used it since the quote.
  const [late, setLate] = useState<string | undefined>()
  const plain = useQuery(asked(buying))
  const less = useQuery({ ...asked(withCode(buying, code)), enabled: code !== '' })
  const use = (next: string) => {
    setLate(undefined)
    setCode(next)
    if (next !== '') setTried(next)
  }
  if (plain.error !== null) return <Callout tone="bad">{friendly(plain.error)}</Callout>
  if (!plain.data || plain.isFetching) return <Spinner />
  const quote = (code !== '' && less.data) || plain.data
  return (
    <div className="grid gap-4">
      <OrderSum purpose={buying.purpose} quote={quote} onRemove={() => use('')} />
      {buying.purpose !== 'credits' && quote.coupon === null && (
        <CodeField
          initial={tried}
          busy={less.isFetching}
          refusal={late ?? (code !== '' && less.error !== null ? refusalOf(less.error) : undefined)}
          onUse={(next) => (next === code && late === undefined ? void less.refetch() : use(next))}
        />
      )}
      <DetailsForm
        // Another price is another order.
        key={quote.coupon?.code ?? ''}
        buying={quote.coupon ? withCode(buying, quote.coupon.code) : buying}
        quote={quote}
        onOrder={onOrder}
        onClose={onClose}
        onRefused={(why) => {
          setCode('')
          setLate(why)
        }}
      />
    </div>
  )
}

const refusalOf = (error: unknown): string =>
  (error instanceof ApiError ? error.problem('coupon') : undefined) ?? friendly(error)

const typedOf = ({ billing }: OrderQuote, by: string): Typed =>
  kept?.by === by
    ? kept.typed
    : {
        name: billing.name,
        address: billing.address,
        state_code: billing.state_code ?? '',
        gstin: billing.gstin ?? '',
      }

type Problems = Partial<Record<keyof Typed, string>>

const isAddressed = (typed: Typed, quote: OrderQuote): boolean => quote.asks_address || typed.gstin.trim() !== ''

const problemsOf = (typed: Typed, quote: OrderQuote): Problems => {
  const found: [keyof Typed, string | undefined][] = [
    ['name', nameRule(typed.name)],
    ['state_code', typed.state_code === '' ? t('Choose your state') : undefined],
    [
      'address',
      isAddressed(typed, quote) && typed.address.trim() === '' ? t('Enter your address with PIN code') : undefined,
    ],
    ['gstin', gstinProblem(typed.gstin, typed.state_code)],
  ]
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined))
}

function problemsOfServer(error: unknown): Problems {
  if (!(error instanceof ApiError)) return {}
  const named = (['name', 'address', 'state_code', 'gstin'] as const).map(
    (field) => [field, error.problem(`billing.${field}`)] as const,
  )
  return Object.fromEntries(named.filter(([, problem]) => problem !== undefined))
}

interface Form extends Step {
  quote: OrderQuote
  /** The code does not work any more. */
  onRefused: (why: string) => void
}

function DetailsForm({ buying, quote, onOrder, onClose, onRefused }: Form) {
  const by = useUser()?.id ?? ''
  const [typed, setTyped] = useState(() => typedOf(quote, by))
  const [problems, setProblems] = useState<Problems>({})
  // One order for however many presses; another price is another order.
  const [key] = useState(() => crypto.randomUUID())
  useEffect(() => {
    kept = { by, typed }
  }, [by, typed])
  const change = (field: keyof Typed) => (event: { currentTarget: { value: string } }) => {
    setTyped({ ...typed, [field]: event.currentTarget.value })
    setProblems({ ...problems, [field]: undefined })
  }
  const order = useAction(async () => {
    try {
      const gstin = typed.gstin.trim() === '' ? null : typed.gstin
      const billing = { ...typed, gstin }
      onOrder(
        await call('createOrder', {
          body: { buying, billing, expected_paise: quote.amount_paise, idempotency_key: key },
        }),
      )
    } catch (error) {
      setProblems(problemsOfServer(error))
      const refused = error instanceof ApiError ? error.problem('buying.coupon') : undefined
      if (refused !== undefined) onRefused(refused)
      if (error instanceof ApiError && error.code === 'price_changed') await refresh('quoteOrder')
      throw error
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf(typed, quote)
    setProblems(found)
    if (Object.keys(found).length === 0) void order.run()
  }
  const fields = { problems, typed, change }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <BillingFields {...fields} addressed={isAddressed(typed, quote)} />
      {order.error !== null && Object.keys(problems).length === 0 && (
        <Callout tone="bad">{friendly(order.error)}</Callout>
      )}
      {order.error instanceof ApiError && order.error.code === 'address_unproven' && <ProveAddress />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Not now')}</Button>
        <Button type="submit" variant="primary" busy={order.busy && t('Ordering...')}>
          {quote.amount_paise === 0
            ? t('Order for ₹0')
            : t('Continue to pay {amount}', { amount: formatPaise(quote.amount_paise) })}
        </Button>
      </div>
    </form>
  )
}

function BillingFields({
  typed,
  problems,
  change,
  addressed,
}: {
  typed: Typed
  /** The invoice names an address. */
  addressed: boolean
  problems: Problems
  change: (field: keyof Typed) => (event: { currentTarget: { value: string } }) => void
}) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-medium">{t('Invoice')}</legend>
      <TextField
        label={t('Name')}
        autoComplete="name"
        value={typed.name}
        error={problems.name}
        onChange={change('name')}
      />
      <Select
        label={t('State or union territory')}
        help={t('Decides whether IGST, or CGST and SGST apply.')}
        options={stateOptions()}
        value={typed.state_code}
        error={problems.state_code}
        onChange={change('state_code')}
      />
      <TextField
        label={t('Address')}
        optional={!addressed}
        help={addressed ? t('With PIN code. Required on invoices with a GSTIN or of ₹50,000 or more.') : undefined}
        autoComplete="street-address"
        value={typed.address}
        error={problems.address}
        onChange={change('address')}
      />
      <TextField
        label="GSTIN"
        optional
        help={t('For invoices that qualify for input tax credit.')}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        value={typed.gstin}
        error={problems.gstin ?? gstinProblem(typed.gstin.length >= 15 ? typed.gstin : '', typed.state_code)}
        onChange={change('gstin')}
      />
    </fieldset>
  )
}
