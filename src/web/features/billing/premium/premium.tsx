import { useUser } from '#web/api/use-session.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PlanTable } from './plan-table.tsx'
import { RoleTable } from './role-table.tsx'

/** What plans and approved roles add, for the user who looks. */
export function Component() {
  const user = useUser()
  if (!user) return null
  return (
    <Page title={t('Premium')}>
      <PageHeader
        title={t('Premium')}
        actions={
          <LinkButton href={paths.upgrade()} variant="primary">
            {t('Upgrade')}
          </LinkButton>
        }
      >
        {t('What your role includes and what a plan adds. Your role is {role}.', { role: roleName(user.role) })}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <RoleTable mine={user.role} />
        <PlanTable />
      </div>
    </Page>
  )
}
