import type { ReactNode } from 'react'
import { useUser } from '#web/api/use-session.ts'
import { UPGRADE_NOTE } from '#web/app/guards/upgrade-prompt.tsx'
import { Page } from '#web/app/shell/page.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const ROLES = {
  basic_user: 'User',
  seller: 'Seller',
  creator_admin: 'Creator Admin',
  admin: 'Admin',
  super_admin: 'Super Admin',
} as const

const WHAT: readonly [role: string, adds: string][] = [
  ['User', 'the marketplace, your own services and runs'],
  ['Seller', 'your own workflows and agents'],
  ['Creator Admin', 'workflow management'],
  ['Admin', 'users, agents and analytics'],
  ['Super Admin', 'everything'],
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
    <Page title="Access Help">
      <PageHeader
        title="Access Help"
        actions={
          user ? (
            <LinkButton href={paths.upgrade()} variant="primary">
              Request a role
            </LinkButton>
          ) : (
            <LinkButton href={paths.login()} variant="primary">
              Sign in
            </LinkButton>
          )
        }
      >
        Why you may not have access to a page, and how to get it.
      </PageHeader>
      <div className="grid gap-4 md:grid-cols-2">
        <Part title="Your current access">
          {user ? (
            <p>
              You are signed in as <bdi className="font-medium">{user.email}</bdi> with the role{' '}
              <strong className="font-semibold">{ROLES[user.role]}</strong>.
              {user.is_fallback &&
                ' Your account is still being set up, so some things aren’t available yet. Reload the page.'}
            </p>
          ) : (
            <p>
              You aren’t signed in. Most pages beyond the marketplace need an account;{' '}
              <TextLink href={paths.register()}>creating one</TextLink> takes a minute and is free.
            </p>
          )}
        </Part>
        <Part title="What each role adds">
          <dl className="grid gap-1">
            {WHAT.map(([role, adds]) => (
              <div key={role} className="grid grid-cols-[7.5rem_1fr] gap-2">
                <dt className="font-medium">{role}</dt>
                <dd className="text-muted">{adds}</dd>
              </div>
            ))}
          </dl>
        </Part>
        <Part title="Getting a role">
          <p>
            Request Seller or Creator Admin on the page <TextLink href={paths.upgrade()}>Upgrade</TextLink> and say why.
            An admin decides, and we’ll notify you. Admin roles are granted by a super admin.
          </p>
          <p className="text-muted text-base">{UPGRADE_NOTE}</p>
        </Part>
        <Part title="Still no access?">
          <ul className="grid list-disc gap-1 pl-5">
            <li>Other people’s resources look as if they don’t exist. Check that you’re using the right account.</li>
            <li>Reload the page after your role changes.</li>
            <li>
              A blocked or deactivated account can’t continue;{' '}
              <TextLink href={paths.contact('help')}>write to us</TextLink>.
            </li>
          </ul>
        </Part>
      </div>
    </Page>
  )
}
