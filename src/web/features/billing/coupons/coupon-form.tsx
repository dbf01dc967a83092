import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import type { CouponPeriod } from '#contract/billing/coupon-values.ts'
import type { CouponScope } from '#contract/billing/coupons.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { type Draft, EMPTY, findDraftProblems, type Problems, toNewCoupon } from './draft.ts'

export interface Choice {
  id: string
  name: string
}

export const COUPON_GIFTS: { value: Draft['type']; label: string }[] = [
  { value: 'percent', label: 'Percent off' },
  { value: 'amount', label: 'Amount off' },
  { value: 'runs', label: 'Free runs' },
]
export const PERIOD_CHOICES: Record<CouponScope, { value: CouponPeriod | ''; label: string }[]> = {
  own: [
    { value: '', label: 'Monthly and one-time' },
    { value: 'monthly', label: 'Monthly only' },
    { value: 'once', label: 'One-time only' },
  ],
  platform: [
    { value: '', label: 'Monthly and yearly' },
    { value: 'monthly', label: 'Monthly only' },
    { value: 'yearly', label: 'Yearly only' },
  ],
}

type TextName = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft]

/** A new coupon. What it gives cannot be changed later, which it says. */
export function CouponForm({
  scope,
  choices,
  running = [],
  onClose,
}: {
  scope: CouponScope
  /** What a code can take something off. */
  choices: readonly Choice[]
  /** What a code can give free runs of; nothing, when absent. */
  running?: readonly Choice[]
  onClose: () => void
}) {
  const [draft, setDraft] = useState(EMPTY)
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLFormElement>(null)
  // The form is longer than a small screen: what is wrong is brought into sight.
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problems])
  const save = useAction(async () => {
    try {
      await call('createCoupon', { body: toNewCoupon(draft, scope) })
    } catch (error) {
      if (error instanceof ApiError)
        setProblems(Object.fromEntries(error.problems.map(({ field, message }) => [field ?? '', message])))
      throw error
    }
    await refresh('listCoupons')
    onClose()
  })
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    setProblems({})
  }
  const text = (name: TextName) => ({
    value: draft[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => change({ [name]: event.target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = findDraftProblems(draft)
    setProblems(found)
    if (Object.keys(found).length === 0) void save.run()
  }
  const isNamed = Object.keys(problems).some((field) => field !== '')
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t('New coupon')}
      description={t('The discount can’t be changed later. To change it, end this coupon and create another.')}
    >
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label={t('Code')}
          help={t('Letters, digits and dashes. Not case-sensitive.')}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          error={problems.code}
          {...text('code')}
        />
        <Gift draft={draft} problems={problems} change={change} scope={scope} />
        {draft.type === 'runs' ? (
          <Select
            label={t('Agent')}
            options={[
              { value: '', label: t('Choose') },
              ...running.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            error={problems.items}
            {...text('agent')}
          />
        ) : (
          <For scope={scope} choices={choices} draft={draft} problems={problems} change={change} />
        )}
        <Limits draft={draft} problems={problems} text={text} change={change} />
        <TextField
          label={t('Note')}
          optional
          help={t('Only you can see it.')}
          maxLength={200}
          error={problems.note}
          {...text('note')}
        />
        {save.error !== null && !isNamed && <Callout tone="bad">{friendly(save.error)}</Callout>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={save.busy && t('Creating...')}>
            {t('Create coupon')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface Part {
  draft: Draft
  problems: Problems
  change: (part: Partial<Draft>) => void
}

function Gift({ draft, problems, change, scope }: Part & { scope: CouponScope }) {
  // Plans have no runs.
  const segments = scope === 'own' ? COUPON_GIFTS : COUPON_GIFTS.filter(({ value }) => value !== 'runs')
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <div className="grid gap-1.5">
        <span aria-hidden="true" className="font-medium text-xs">
          {t('Gives')}
        </span>
        <Segmented
          label={t('Gives')}
          segments={segments.map(({ value, label }) => ({ value, label: t(label) }))}
          value={draft.type}
          onChange={(type) => change({ type: segments.find(({ value }) => value === type)?.value ?? 'percent' })}
        />
      </div>
      {draft.type === 'runs' && (
        <TextField
          label={t('Runs')}
          inputMode="numeric"
          maxLength={3}
          value={draft.runs}
          error={problems['gives.runs']}
          help={t('In addition to the free runs everyone gets.')}
          onChange={(event) => change({ runs: event.target.value })}
        />
      )}
      {draft.type === 'percent' && (
        <TextField
          label={t('Percent')}
          inputMode="numeric"
          maxLength={3}
          value={draft.percent}
          error={problems['gives.percent']}
          help={t('Of the price including GST. 100 makes it free.')}
          onChange={(event) => change({ percent: event.target.value })}
        />
      )}
      {draft.type === 'amount' && (
        <TextField
          label={t('Rupees')}
          inputMode="decimal"
          value={draft.rupees}
          error={problems['gives.paise']}
          help={t('Off the price including GST, up to the full price.')}
          onChange={(event) => change({ rupees: event.target.value })}
        />
      )}
    </div>
  )
}

function For({ scope, choices, draft, problems, change }: Part & { scope: CouponScope; choices: readonly Choice[] }) {
  const { items } = draft
  const own = scope === 'own'
  const toggle = (id: string, on: boolean) =>
    change({ items: on ? [...(items ?? []), id] : (items ?? []).filter((one) => one !== id) })
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label={t('For')}
          options={[
            { value: 'all', label: own ? t('All your agents') : t('All plans') },
            { value: 'some', label: own ? t('Some of your agents') : t('Some plans') },
          ]}
          value={items === null ? 'all' : 'some'}
          error={problems.items}
          onChange={(event) => change({ items: event.target.value === 'all' ? null : [] })}
        />
        <Select
          label={t('Bought')}
          options={PERIOD_CHOICES[scope].map(({ value, label }) => ({ value, label: t(label) }))}
          value={draft.period}
          error={problems.periods}
          onChange={(event) =>
            change({ period: PERIOD_CHOICES[scope].find(({ value }) => value === event.target.value)?.value ?? '' })
          }
        />
      </div>
      {items !== null &&
        (choices.length === 0 ? (
          <Callout>{t('None of your agents is sold monthly or for a one-time price.')}</Callout>
        ) : (
          <fieldset className="grid max-h-56 gap-2 overflow-y-auto">
            <legend className="sr-only">{own ? t('Agents') : t('Plans')}</legend>
            {choices.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={<bdi>{name}</bdi>}
                checked={items.includes(id)}
                onChange={(event) => toggle(id, event.target.checked)}
              />
            ))}
          </fieldset>
        ))}
    </div>
  )
}

function Limits({
  draft,
  problems,
  text,
  change,
}: Part & {
  text: (name: TextName) => { value: string; onChange: (event: ChangeEvent<HTMLInputElement>) => void }
}) {
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label={t('First day')} type="date" optional error={problems.starts_at} {...text('starts')} />
        <TextField label={t('Last day')} type="date" optional error={problems.ends_at} {...text('ends')} />
        <TextField
          label={t('Total uses')}
          optional
          inputMode="numeric"
          help={t('Leave empty for no limit.')}
          error={problems.most}
          {...text('most')}
        />
        {draft.type !== 'runs' && (
          <TextField
            label={t('Minimum price (₹)')}
            optional
            inputMode="decimal"
            error={problems.least_paise}
            {...text('least')}
          />
        )}
      </div>
      <Checkbox
        label={t('Once per person')}
        help={t('Counted by mailbox: other spellings of an address and later accounts count as the same person.')}
        checked={draft.once || draft.type === 'runs'}
        disabled={draft.type === 'runs'}
        onChange={(event) => change({ once: event.target.checked })}
      />
      <Checkbox
        label={t('First purchase only')}
        checked={draft.first}
        onChange={(event) => change({ first: event.target.checked })}
      />
    </>
  )
}
