import { useEffect, useState } from 'react'
import type { OrderToPay } from '#contract/billing/payments.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Fetches what an order that is there is paid with. */
export function ResumeStep({ id, onOrder }: { id: string; onOrder: (order: OrderToPay) => void }) {
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    let left = false
    call('resumeOrder', { params: { id } }).then(
      (order) => !left && onOrder(order),
      (cause: unknown) => !left && setError(cause),
    )
    return () => {
      left = true
    }
  }, [id, onOrder])
  return error === null ? <Spinner /> : <Callout tone="bad">{friendly(error)}</Callout>
}
