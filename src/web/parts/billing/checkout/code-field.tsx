import { TicketPercent } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { COUPON_CODE, couponCode } from '#contract/billing/coupon-values.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

/** Collapsed until the user has a code; the server validates it. */
export function CodeField({
  initial,
  busy,
  refusal,
  onUse,
}: {
  /** From a link; empty without one. */
  initial: string
  busy: boolean
  refusal: string | undefined
  onUse: (code: string) => void
}) {
  const [open, setOpen] = useState(initial !== '')
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string | undefined>()
  // A refusal is of what was asked about, not of what is typed since.
  const [asked, setAsked] = useState(initial)
  if (!open)
    return (
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3 w-fit text-muted"
        icon={<TicketPercent aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('Have a code?')}
      </Button>
    )
  const use = (event: FormEvent) => {
    event.preventDefault()
    const code = couponCode(text)
    const wrong = COUPON_CODE.test(code) ? undefined : t('Use 3 to 40 letters from A to Z, digits and dashes')
    setProblem(wrong)
    setAsked(text)
    if (wrong === undefined) onUse(code)
  }
  return (
    <form noValidate onSubmit={use} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
      <TextField
        label={t('Code')}
        hideLabel
        placeholder={t('Code')}
        autoFocus={initial === ''}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={text}
        error={problem ?? (text === asked ? refusal : undefined)}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit" busy={busy && t('Checking...')}>
        {t('Use code')}
      </Button>
    </form>
  )
}
