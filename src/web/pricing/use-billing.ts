import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { type Billing, readBilling } from './billing.ts'

const never = () => () => {}
/** False for the first render of a page that was rendered when it was built, where no address was known. */
const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** The billing the address names. The plain address is monthly. */
export function useBilling(): [Billing, (next: string) => void] {
  const [params, setParams] = useSearchParams()
  const hydrated = useHydrated()
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
  return [hydrated ? readBilling(params) : 'monthly', choose]
}
