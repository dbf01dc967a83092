import { Wallet } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { TOP_UP } from '#contract/billing/payment-values.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { parsePaise, toFieldText } from '#web/lib/rupees.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { openPayment } from './pay.ts'

const OTHER = 'other'
const SUGGESTED: readonly number[] = TOP_UP.suggested_paise

/** Opens the choice of an amount, and then the checkout. */
export function TopUpButton({
  children = t('Top up'),
  ...look
}: Pick<ButtonProps, 'variant' | 'size' | 'wide' | 'children'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button {...look} icon={<Wallet aria-hidden="true" />} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {/* The button may stand in a form: the dialog's own must not be a part of it. */}
      {open && createPortal(<TopUpDialog onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}

function problemOf(paise: number | null | undefined): string | undefined {
  if (paise === null || paise === undefined) return t('Enter an amount in rupees')
  if (paise < TOP_UP.min_paise) return t('At least {price}', { price: formatPaise(TOP_UP.min_paise) })
  return paise > TOP_UP.max_paise ? t('At most {price}', { price: formatPaise(TOP_UP.max_paise) }) : undefined
}

function TopUpDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState(String(SUGGESTED[0]))
  const [text, setText] = useState('')
  const [error, setError] = useState<string | undefined>()
  const paise = chosen === OTHER ? parsePaise(text) : Number(chosen)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Events of a portal bubble to the form that contains the button.
    event.stopPropagation()
    const problem = problemOf(paise)
    setError(problem)
    if (problem !== undefined || typeof paise !== 'number') return
    onClose()
    openPayment({ purpose: 'credits', subject: { paise } })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Top up credits')}
      description={t('Credits pay for agent runs. They don’t expire and can’t be paid out.')}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Segmented
          label={t('Amount')}
          value={chosen}
          onChange={(value) => {
            setChosen(value)
            setError(undefined)
            if (value === OTHER && text === '') setText(toFieldText(SUGGESTED[0] ?? null))
          }}
          segments={[
            ...SUGGESTED.map((value) => ({ value: String(value), label: formatPaise(value) })),
            { value: OTHER, label: t('Other') },
          ]}
        />
        {chosen === OTHER && (
          <TextField
            label={t('Amount in rupees')}
            inputMode="decimal"
            value={text}
            error={error}
            help={t('{low} to {high}', { low: formatPaise(TOP_UP.min_paise), high: formatPaise(TOP_UP.max_paise) })}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <Button type="submit" variant="primary" wide>
          {typeof paise === 'number' && problemOf(paise) === undefined
            ? t('Continue with {price}', { price: formatPaise(paise) })
            : t('Continue')}
        </Button>
      </form>
    </Dialog>
  )
}
