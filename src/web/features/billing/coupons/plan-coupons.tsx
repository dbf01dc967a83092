import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { pageParam } from '#web/lib/page-param.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CouponForm } from './coupon-form.tsx'
import { couponsQuery } from './coupons-query.ts'
import { CouponsTable } from './coupons-table.tsx'

const plansQuery = q('listPlans', { query: { active_only: 'false' } })

export const loader = ({ url }: ScreenArgs) =>
  Promise.all([load(couponsQuery('platform', pageParam(url.searchParams))), load(plansQuery)])

/** Codes that the platform gives for plans. */
export function Component() {
  const [params] = useSearchParams()
  const [making, setMaking] = useState(false)
  const page = pageParam(params)
  const data = useData(couponsQuery('platform', page))
  const plans = useData(plansQuery).items
  return (
    <AdminFrame
      title="Plan coupons"
      intro="Codes that take something off the first payment for a plan or an upgrade. Renewals cost the full price."
      actions={
        <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setMaking(true)}>
          New coupon
        </Button>
      }
    >
      <CouponsTable
        scope="platform"
        page={page}
        data={data}
        href={(at) => paths.adminCoupons({ page: at > 1 ? at : null })}
      />
      {making && <CouponForm scope="platform" choices={plans} onClose={() => setMaking(false)} />}
    </AdminFrame>
  )
}
