import { UserRoundPlus } from 'lucide-react'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'

/** For admins: that people ask for a role, and the way to answer them. */
export const RoleRequests = ({ total }: { total: number }) => (
  <section
    aria-labelledby="role-requests"
    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 surface-card p-4"
  >
    <h2 id="role-requests" className="flex items-center gap-3 text-lg">
      <UserRoundPlus aria-hidden="true" className="size-5 text-muted" />
      <span>
        {t('Role requests')}
        <span className="text-muted"> · {formatNumber(total)}</span>
      </span>
    </h2>
    <LinkButton href={paths.adminUsers({ status: 'pending' })}>{t('Answer role requests')}</LinkButton>
  </section>
)
