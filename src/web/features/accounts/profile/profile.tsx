import type { User } from '#contract/accounts/users.ts'
import { load, q, useData } from '#web/api/query.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AboutAccount } from './about-account.tsx'
import { AvatarForm } from './avatar-form.tsx'
import { ProfileForm } from './profile-form.tsx'

const profileQuery = q('getProfile')
export const loader = () => load(profileQuery)

/** Profile Settings: a person's public profile and the state of the account. */
export function Component() {
  const user: User = useData(profileQuery)
  return (
    <Page title={t('Profile Settings')}>
      <PageHeader
        title={t('Profile Settings')}
        actions={<LinkButton href={paths.settings()}>{t('Account Settings')}</LinkButton>}
      >
        {t('What others see about you on the marketplace.')}
      </PageHeader>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <AvatarForm user={user} />
          <ProfileForm user={user} />
        </div>
        <AboutAccount user={user} />
      </div>
    </Page>
  )
}
