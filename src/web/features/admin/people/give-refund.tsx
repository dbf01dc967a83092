import type { PersonOrder, PersonRun } from '#contract/admin/people.ts'
import { call } from '#web/api/call.ts'
import { formatPaise } from '#web/lib/format.ts'
import { parsePaise, toFieldText } from '#web/lib/rupees.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { ActDialog } from './act-dialog.tsx'
import { refreshPerson } from './refresh-person.ts'

export interface Refunding {
  of: { order_id: PersonOrder['id'] } | { execution_id: PersonRun['id'] }
  title: string
  /** In paise. */
  most: number
  /** It goes back to the credits that paid it. */
  credits?: boolean
  /** Only what is not spent can go back. */
  isTopUp?: boolean
}

const ruleFor = (most: number) => (text: string) => {
  const paise = parsePaise(text)
  if (typeof paise !== 'number' || paise === 0) return 'Enter an amount in rupees'
  return paise > most ? `At most ${formatPaise(most)}` : undefined
}

/** Gives money back unasked. */
export function GiveRefund({
  refunding: { of, title, most, credits = false, isTopUp = false },
  onClose,
}: {
  refunding: Refunding
  onClose(): void
}) {
  const amount = useField(ruleFor(most), toFieldText(most))
  const paise = parsePaise(amount.value)
  return (
    <ActDialog
      title="Give a refund"
      verb={typeof paise === 'number' && paise > 0 ? `Refund ${formatPaise(paise)}` : 'Refund'}
      busy="Refunding..."
      danger
      reasonHelp="The buyer sees this text."
      onClose={onClose}
      check={amount.check}
      act={(reason) => call('giveRefund', { body: { ...of, reason, ...(typeof paise === 'number' && { paise }) } })}
      onDone={async () => {
        await refreshPerson()
        notify({ type: 'success', title: 'Refund approved' })
      }}
      fields={
        <TextField
          {...amount.input}
          label="Amount (₹)"
          inputMode="decimal"
          help={
            isTopUp
              ? `Up to ${formatPaise(most)}, less credits that support gave after it.`
              : `Up to ${formatPaise(most)}.`
          }
        />
      }
    >
      <p>
        For <bdi className="font-medium">{title}</bdi>. The money goes back{' '}
        {credits ? 'to the buyer’s credits' : 'the way it was paid'}. This can’t be undone.
      </p>
    </ActDialog>
  )
}
