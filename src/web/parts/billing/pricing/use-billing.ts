import { useSearchParams } from 'react-router'
import { useInBrowser } from '#web/lib/in-browser.ts'
import { type Billing, readBilling } from './billing.ts'

/** The billing the address names. The plain address is monthly. */
export function useBilling(): [Billing, (next: string) => void] {
  const [params, setParams] = useSearchParams()
  const inBrowser = useInBrowser()
  const choose = (next: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === 'monthly') after.delete('billing')
        else after.set('billing', next)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return [inBrowser ? readBilling(params) : 'monthly', choose]
}
