/** Where the link of an invitation leads: who invites, to what, and the way in. */
import { Building2 } from 'lucide-react'
import { useParams } from 'react-router'
import { useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import { queryOr } from '#web/api/query-or.ts'
import { useUser } from '#web/api/use-session.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { pageTitle } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { openWorkspace } from '#web/lib/workspace.ts'
import { workspaceRoleName, workspaceRoleText } from '#web/parts/accounts/roles/workspace-role-texts.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'

const lookAt = (token: string) =>
  queryOr(q('getWorkspaceInvitation', { params: { token } }), ({ status }) =>
    status === 400 ? ('over' as const) : null,
  )

export const loader = ({ params }: ScreenArgs) => load(lookAt(params.token ?? ''))

export function Component() {
  const { token = '' } = useParams()
  const invitation = useData(lookAt(token))
  return (
    <div className="mx-auto grid max-w-lg px-4 py-16">
      <title>{pageTitle(t('Join a workspace'))}</title>
      <Card raised className="grid justify-items-center gap-4 text-center">
        <Building2 aria-hidden="true" className="size-8 text-muted" />
        {invitation === 'over' ? <Over /> : <Invited token={token} {...invitation} />}
      </Card>
    </div>
  )
}

const Over = () => (
  <>
    <h1 className="text-xl">{t('This invitation can’t be used any more')}</h1>
    <p className="text-muted">{t('It has expired, was withdrawn or was already used. Ask for a new one.')}</p>
    <LinkButton href={paths.dashboard()}>{t('Go to your dashboard')}</LinkButton>
  </>
)

type Invitation = DataOf<'getWorkspaceInvitation'>

function Invited({ token, workspace, invited_by, email, role }: Invitation & { token: string }) {
  const user = useUser()
  return (
    <>
      <h1 className="text-xl">
        {t('Join')} <bdi>{workspace}</bdi>
      </h1>
      <p>
        {invited_by !== null && (
          <>
            {t('Invited by')} <bdi className="font-medium">{invited_by}</bdi> ·{' '}
          </>
        )}
        {workspaceRoleName(role)}: {workspaceRoleText(role)}
      </p>
      {user === null ? (
        <>
          <p className="text-muted">
            {t('Sign in, or create an account, with this email address:')}{' '}
            <bdi className="font-medium text-ink [overflow-wrap:anywhere]">{email}</bdi>
          </p>
          <div className="flex flex-wrap justify-center gap-2">
            <LinkButton variant="primary" href={paths.login(paths.join(token))}>
              {t('Sign in')}
            </LinkButton>
            <LinkButton href={paths.register(paths.join(token))}>{t('Sign up')}</LinkButton>
          </div>
        </>
      ) : (
        <Accept token={token} email={email} own={user.email} />
      )}
    </>
  )
}

function Accept({ token, email, own }: { token: string; email: string; own: string }) {
  const accept = useAction(async () => {
    const { slug } = await call('acceptWorkspaceInvitation', { params: { token } })
    openWorkspace(slug)
  })
  const isTheirs = own.toLowerCase() === email.toLowerCase()
  return (
    <>
      {!isTheirs && (
        <Callout tone="warn">
          {t(
            'This invitation is for {email}, and you’re signed in as {own}. Sign in with the invited address to join.',
            {
              email,
              own,
            },
          )}
        </Callout>
      )}
      {accept.error !== null && <Callout tone="bad">{friendly(accept.error)}</Callout>}
      <Button
        variant="primary"
        size="lg"
        reason={isTheirs ? undefined : t('For another email address')}
        busy={accept.busy && t('Joining...')}
        onClick={() => void accept.run()}
      >
        {t('Join workspace')}
      </Button>
    </>
  )
}
