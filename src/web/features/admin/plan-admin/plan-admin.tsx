import { load, q, useData } from '#web/api/query.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PlanCard } from './plan-card.tsx'

const managed = q('listManagedPlans')
export const loader = () => load(managed)

/** Plans and their prices, for super admins. */
export function Component() {
  const { items } = useData(managed)
  return (
    <AdminFrame
      title="Pricing Management"
      intro="A change creates a new version. New subscriptions get it immediately. Existing ones get it with their next announced renewal and keep their price until then."
      actions={<LinkButton href={paths.adminCoupons()}>Plan coupons</LinkButton>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {items.map((plan) => (
          <PlanCard key={plan.plan.id} managed={plan} />
        ))}
      </div>
    </AdminFrame>
  )
}
