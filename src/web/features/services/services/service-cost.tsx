import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ServiceSpending } from '#contract/billing/credits.ts'
import type { ServiceId } from '#contract/core/primitives.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { CAP_PROBLEM, parseCap, toFieldText } from '#web/lib/rupees.ts'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { TopUpButton } from '#web/parts/billing/credits/top-up.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

/** What a service of a paid agent costs, and what it may. Nothing for a free one. */
export function ServiceCost({ id }: { id: ServiceId }) {
  const { data } = useQuery(q('getServiceSpending', { params: { id } }))
  if (!data || data.price.type === 'free') return null
  const isPerRun = data.price.type === 'per_run'
  return (
    <Card>
      <CardHeader title={t('Cost')} aside={isPerRun && <TopUpButton size="sm">{t('Top up credits')}</TopUpButton>}>
        {t('{price}, including GST.', { price: priceText(data.price) })}{' '}
        {isPerRun && t('{price} this month.', { price: formatPaise(data.month_paise) })}
      </CardHeader>
      {isPerRun && <Cap key={data.month_cap_paise} id={id} spending={data} />}
    </Card>
  )
}

function Cap({ id, spending }: { id: ServiceId; spending: ServiceSpending }) {
  const [text, setText] = useState(toFieldText(spending.month_cap_paise))
  const [error, setError] = useState<string | undefined>()
  const save = useAction(async (cap: number | null) => {
    await call('saveServiceCap', { params: { id }, body: { month_cap_paise: cap } })
    await refresh('getServiceSpending')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const cap = parseCap(text)
    setError(cap === undefined ? t(CAP_PROBLEM) : undefined)
    if (cap !== undefined) void save.run(cap)
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-sm gap-3">
      <TextField
        label={t('Maximum per month (₹)')}
        help={t('The service stops running at this amount until the month ends. Leave empty for no limit.')}
        inputMode="decimal"
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
      <div>
        <Button type="submit" busy={save.busy && t('Saving...')}>
          {t('Save limit')}
        </Button>
      </div>
    </form>
  )
}
