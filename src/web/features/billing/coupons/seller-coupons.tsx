import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { SellerFrame } from '#web/app/shell/seller-frame.tsx'
import { t } from '#web/lib/language.ts'
import { pageParam } from '#web/lib/page-param.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CouponForm } from './coupon-form.tsx'
import { couponsQuery } from './coupons-query.ts'
import { CouponsTable } from './coupons-table.tsx'

const agentsQuery = q('listOwnAgents', { query: { limit: 100, offset: 0 } })

export const loader = ({ url }: ScreenArgs) =>
  Promise.all([load(couponsQuery('own', pageParam(url.searchParams))), load(agentsQuery)])

/** Codes that a seller gives for own agents. */
export function Component() {
  const [params] = useSearchParams()
  const [making, setMaking] = useState(false)
  const page = pageParam(params)
  const data = useData(couponsQuery('own', page))
  const agents = useData(agentsQuery).items
  // Runs are paid with credits, which know no codes: what is given of them are free runs.
  const bought = agents.filter(({ price }) => price.type === 'monthly' || price.type === 'one_time')
  const running = agents.filter(({ price }) => price.type === 'per_run')
  return (
    <SellerFrame
      title={t('Coupons')}
      intro={t(
        'Codes that take something off your monthly and one-time agents, or give free runs. Commission and tax are based on what is paid.',
      )}
      actions={
        <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setMaking(true)}>
          {t('New coupon')}
        </Button>
      }
    >
      <CouponsTable
        scope="own"
        page={page}
        data={data}
        href={(at) => paths.sellerCoupons({ page: at > 1 ? at : null })}
      />
      {making && <CouponForm scope="own" choices={bought} running={running} onClose={() => setMaking(false)} />}
    </SellerFrame>
  )
}
