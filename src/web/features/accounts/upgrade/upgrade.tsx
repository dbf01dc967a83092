import { useRef } from 'react'
import { load, q, useData } from '#web/api/query.ts'
import { useFeature } from '#web/api/use-site.ts'
import { UPGRADE_NOTE } from '#web/app/guards/upgrade-prompt.tsx'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { FeatureNotice } from '#web/parts/platform/feature-notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Prompts } from './prompts.tsx'
import { RequestForm } from './request-form.tsx'
import { RequestStatus } from './request-status.tsx'
import { RoleCards } from './role-cards.tsx'

const state = () => q('getRoleRequests')
export const loader = () => load(state())

/** What more a role or a plan gives, and asking for a role. */
export function Component() {
  const { role, latest, roles } = useData(state())
  const form = useRef<HTMLDivElement>(null)
  const isOpen = useFeature('role_requests')
  const askable = isOpen ? roles.filter(({ ability }) => ability.allowed) : []
  const ask = () => {
    form.current?.scrollIntoView({ block: 'center' })
    form.current?.querySelector('textarea')?.focus()
  }
  return (
    <Page title={t('Upgrade')}>
      <PageHeader title={t('Upgrade')}>
        {t('Your role is {role}. Request another one to build and sell, or choose a plan to run more.', {
          role: roleName(role),
        })}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {latest && latest.status !== 'withdrawn' && <RequestStatus request={latest} />}
        <section aria-labelledby="roles" className="grid gap-3">
          <div>
            <h2 id="roles" className="text-xl">
              {t('Roles')}
            </h2>
            <p className="text-muted">{t(UPGRADE_NOTE)}</p>
          </div>
          <RoleCards role={role} roles={roles} />
        </section>
        <FeatureNotice name="role_requests" />
        {askable.length > 0 && (
          <div ref={form}>
            <RequestForm roles={askable.map((one) => one.role)} />
          </div>
        )}
        <Prompts onAsk={askable.length > 0 ? ask : undefined} />
      </div>
    </Page>
  )
}
