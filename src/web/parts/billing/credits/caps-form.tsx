import { type FormEvent, useState } from 'react'
import type { Credits } from '#contract/billing/credits.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { CAP_PROBLEM, parseCap, parsePaise, toFieldText } from '#web/lib/rupees.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

const fields = () =>
  [
    {
      name: 'run_cap_paise',
      label: t('Maximum per run (₹)'),
      help: t('Includes AI model costs. Leave empty for no limit.'),
      read: parseCap,
      problem: t(CAP_PROBLEM),
    },
    {
      name: 'day_cap_paise',
      label: t('Maximum per day (₹)'),
      help: t('From midnight to midnight in India. Leave empty for no limit.'),
      read: parseCap,
      problem: t(CAP_PROBLEM),
    },
    {
      name: 'low_paise',
      label: t('Low-balance alert (₹)'),
      help: t('We’ll notify and email you once when your credits fall below this amount.'),
      read: parsePaise,
      problem: t('Enter rupees, such as 500 or 12.50'),
    },
  ] as const
type Name = ReturnType<typeof fields>[number]['name']

const textsOf = (credits: Credits): Record<Name, string> => ({
  run_cap_paise: toFieldText(credits.run_cap_paise),
  day_cap_paise: toFieldText(credits.day_cap_paise),
  low_paise: toFieldText(credits.low_paise),
})

/** What runs may cost. What is typed stays when saving fails. */
export function CapsForm({ credits }: { credits: Credits }) {
  const [texts, setTexts] = useState(() => textsOf(credits))
  const [wrong, setWrong] = useState<ReadonlySet<Name>>(new Set())
  const save = useAction(async () => {
    const [run_cap_paise = null, day_cap_paise = null, low] = fields().map(({ name, read }) => read(texts[name]))
    await call('saveCaps', { body: { run_cap_paise, day_cap_paise, low_paise: low ?? 0 } })
    await refresh('getCredits', 'getAgentTerms')
    notify({ type: 'success', title: t('Limits saved'), message: t('They apply to runs you start from now on.') })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const bad = fields()
      .filter(({ name, read }) => read(texts[name]) === undefined)
      .map(({ name }) => name)
    setWrong(new Set(bad))
    if (bad.length === 0) void save.run()
  }
  return (
    <form noValidate onSubmit={submit} aria-label={t('Spending limits')} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {fields().map(({ name, label, help, problem }) => (
          <TextField
            key={name}
            label={label}
            help={help}
            inputMode="decimal"
            value={texts[name]}
            error={wrong.has(name) ? problem : undefined}
            onChange={(event) => {
              const { value } = event.currentTarget
              setTexts((known) => ({ ...known, [name]: value }))
            }}
          />
        ))}
      </div>
      {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
      <div>
        <Button type="submit" busy={save.busy && t('Saving...')}>
          {t('Save limits')}
        </Button>
      </div>
    </form>
  )
}
