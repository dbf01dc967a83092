import type { ReactNode } from 'react'
import { useUser } from '#web/api/use-session.ts'
import { UPGRADE_NOTE } from '#web/app/guards/upgrade-prompt.tsx'
import { Page } from '#web/app/shell/page.tsx'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const roles = () =>
  ({
    basic_user: t('User'),
    seller: t('Seller'),
    creator_admin: t('Creator Admin'),
    admin: t('Admin'),
    super_admin: t('Super Admin'),
  }) as const

const what = (): readonly [role: string, adds: string][] => [
  [t('User'), t('the marketplace, your own services and runs')],
  [t('Seller'), t('your own workflows and agents')],
  [t('Creator Admin'), t('workflow management')],
  [t('Admin'), t('users, agents and analytics')],
  [t('Super Admin'), t('everything')],
]

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid content-start gap-2">
      <h2 className="text-lg">{title}</h2>
      {children}
    </Card>
  )
}

/** Access Help (§2.1): why a page was refused, and the way to it. */
export function Component() {
  const user = useUser()
  return (
    <Page title={t('Access Help')}>
      <PageHeader
        title={t('Access Help')}
        actions={
          user ? (
            <LinkButton href={paths.upgrade()} variant="primary">
              {t('Request a role')}
            </LinkButton>
          ) : (
            <LinkButton href={paths.login()} variant="primary">
              {t('Sign in')}
            </LinkButton>
          )
        }
      >
        {t('Why you may not have access to a page, and how to get it.')}
      </PageHeader>
      <div className="grid gap-4 md:grid-cols-2">
        <Part title={t('Your current access')}>
          {user ? (
            <p>
              {fill(t('You are signed in as {email} with the role {role}.', { email: '{email}', role: '{role}' }), {
                email: <bdi className="font-medium">{user.email}</bdi>,
                role: <strong className="font-semibold">{roles()[user.role]}</strong>,
              })}
              {user.is_fallback &&
                ` ${t('Your account is still being set up, so some things aren’t available yet. Reload the page.')}`}
            </p>
          ) : (
            <p>
              {fill(
                t(
                  'You aren’t signed in. Most pages beyond the marketplace need an account; {register} takes a minute and is free.',
                  { register: '{register}' },
                ),
                { register: <TextLink href={paths.register()}>{t('creating one')}</TextLink> },
              )}
            </p>
          )}
        </Part>
        <Part title={t('What each role adds')}>
          <dl className="grid gap-1">
            {what().map(([role, adds]) => (
              <div key={role} className="grid grid-cols-[7.5rem_1fr] gap-2">
                <dt className="font-medium">{role}</dt>
                <dd className="text-muted">{adds}</dd>
              </div>
            ))}
          </dl>
        </Part>
        <Part title={t('Getting a role')}>
          <p>
            {fill(
              t(
                'Request Seller or Creator Admin on the page {page} and say why. An admin decides, and we’ll notify you. Admin roles are granted by a super admin.',
                { page: '{page}' },
              ),
              { page: <TextLink href={paths.upgrade()}>{t('Upgrade')}</TextLink> },
            )}
          </p>
          <p className="text-muted text-base">{t(UPGRADE_NOTE)}</p>
        </Part>
        <Part title={t('Still no access?')}>
          <ul className="grid list-disc gap-1 pl-5">
            <li>
              {t('Other people’s resources look as if they don’t exist. Check that you’re using the right account.')}
            </li>
            <li>{t('Reload the page after your role changes.')}</li>
            <li>
              {fill(t('A blocked or deactivated account can’t continue; {write}.', { write: '{write}' }), {
                write: <TextLink href={paths.contact('help')}>{t('write to us')}</TextLink>,
              })}
            </li>
          </ul>
        </Part>
      </div>
    </Page>
  )
}
