import { useState } from 'react'
import type { AgentDraft } from '#contract/agents/publishing.ts'
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import { DAY_MS } from '#shared/time.ts'
import { t } from '#web/lib/language.ts'
import { formatDay } from '#web/lib/time.ts'
import { PRICE_NAMES, priceText } from '#web/parts/agents/listing/price.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { AcceptanceOption } from './acceptance-option.tsx'
import { parsePrice, priceFieldText, priceProblem } from './price-text.ts'
import type { OwnDraft } from './use-own-draft.ts'

const helpTexts = (): Record<AgentDraft['price_type'], string> => ({
  free: t('Free for everyone.'),
  per_run: t('Charged for each run with a result. Failed and empty runs are free.'),
  monthly: t('Unlimited runs for one month.'),
  one_time: t('Paid once, for the version bought and all later versions.'),
})

/** The price. Money moves on the server; this only shows the amount. */
export function PriceStep({ own }: { own: OwnDraft }) {
  const { agent, draft, set, errors } = own
  const [text, setText] = useState(() => (draft.price_paise === 0 ? '' : priceFieldText(draft.price_paise)))
  const free = draft.price_type === 'free'
  const type = (price_type: AgentDraft['price_type']) => {
    const paise = priceProblem(text) === undefined ? (parsePrice(text) ?? 0) : 0
    set({ price_type, price_paise: price_type === 'free' ? 0 : paise })
  }
  const amount = (typed: string) => {
    setText(typed)
    if (priceProblem(typed) === undefined) set({ price_paise: parsePrice(typed) ?? 0 })
  }
  const rises = agent.number !== null && agent.price.type === draft.price_type && draft.price_paise > agent.price.paise
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 [&>header]:mb-0">
      <CardHeader title={t('Price')}>{t('In rupees, including GST: buyers pay what they see.')}</CardHeader>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('Pricing model')}</legend>
        {(Object.keys(helpTexts()) as AgentDraft['price_type'][]).map((one) => (
          <label
            key={one}
            className="grid cursor-pointer grid-cols-[auto_1fr] gap-x-3 rounded border border-line p-3 hover:bg-hover has-checked:border-indigo has-checked:bg-sunken"
          >
            <input
              type="radio"
              name="price_type"
              className="row-span-2 mt-1 accent-indigo"
              checked={draft.price_type === one}
              onChange={() => type(one)}
            />
            <span className="font-medium">{t(PRICE_NAMES[one])}</span>
            <span className="text-muted text-xs">{helpTexts()[one]}</span>
          </label>
        ))}
      </fieldset>
      {!free && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('Price in rupees')}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            error={priceProblem(text) ?? errors.price_paise}
            help={
              draft.price_paise > 0
                ? priceText({ type: draft.price_type, paise: draft.price_paise, currency: 'INR' })
                : t('From ₹1 to ₹1,00,000.')
            }
            onChange={(event) => amount(event.target.value)}
          />
          <TextField
            label={t('Free runs before paying')}
            type="number"
            min={0}
            max={PUBLISHING.trial_runs}
            value={String(draft.trial_runs)}
            error={errors.trial_runs}
            help={t('Once per buyer.')}
            onChange={(event) => set({ trial_runs: event.target.value === '' ? 0 : Number(event.target.value) })}
          />
        </div>
      )}
      {draft.price_type === 'per_run' && (
        <AcceptanceOption
          id={agent.id}
          reason={
            agent.price.type === 'per_run' ? undefined : t('You can choose this once the price per run is saved.')
          }
        />
      )}
      {!free && <SellerDetails own={own} />}
      {rises && (
        <Callout tone="neutral" title={t('The price increases')}>
          {t(
            'New buyers pay the new price after the review. Existing users are notified immediately and pay it {days} days later: on {day} if it’s approved today.',
            {
              days: PUBLISHING.price_notice_days,
              day: formatDay(Date.now() + PUBLISHING.price_notice_days * DAY_MS),
            },
          )}
        </Callout>
      )}
      <p className="text-muted text-base">
        {t('The marketplace keeps a commission. Your earnings show it for every sale.')}
      </p>
    </Card>
  )
}

/** A paid listing shows who sells it: what is missing for that, and where it is entered. */
function SellerDetails({ own: { agent } }: { own: OwnDraft }) {
  const missing = agent.checklist.find(({ key }) => key === 'seller_details')
  // The checklist is of what is saved: a price that was chosen just now may not be in it yet.
  const reason = missing?.done === false ? missing.reason : null
  return (
    <Callout tone={reason ? 'warn' : 'neutral'} title={reason ? `${reason}.` : t('Your seller details are public')}>
      {t('A paid listing shows your legal name, address, a contact for complaints and your GSTIN if you have one.')}{' '}
      <TextLink href={paths.sellerPayouts({ edit: 'details' })}>
        {reason ? t('Add seller details') : t('Review seller details')}
      </TextLink>
    </Callout>
  )
}
