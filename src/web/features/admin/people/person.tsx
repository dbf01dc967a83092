import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Person } from '#contract/admin/people.ts'
import { load, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { formatExactTime } from '#web/lib/time.ts'
import { roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Audit } from './audit.tsx'
import { Credits } from './credits.tsx'
import { KnownAs } from './known-as.tsx'
import { Manage } from './manage.tsx'
import { Messages } from './messages.tsx'
import { OpenRequest } from './open-request.tsx'
import { Overview } from './overview.tsx'
import { Payments } from './payments.tsx'
import { type PersonState, personPath, personQuery, readPersonState, TABS, type Tab } from './person-address.ts'
import { Runs } from './runs.tsx'
import { Services } from './services.tsx'
import { Sessions } from './sessions.tsx'
import { UserStatusBadge } from './user-status.tsx'

export const loader = ({ params }: ScreenArgs) => load(personQuery(params.id ?? ''))

const SECTIONS: Record<Tab, (props: { person: Person; state: PersonState }) => ReactNode> = {
  overview: Overview,
  runs: Runs,
  payments: Payments,
  credits: Credits,
  services: Services,
  sessions: Sessions,
  messages: Messages,
  audit: Audit,
}

/** Support’s page about one person: who they are, what they paid, what failed, why, and what can be done. */
export function Component() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const state = readPersonState(id, params)
  const person = useData(personQuery(id))
  const Shown = SECTIONS[state.tab]
  return (
    <AdminFrame
      title={person.display_name}
      intro={<TextLink href={paths.adminUsers()}>All users</TextLink>}
      actions={<Manage person={person} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Profile person={person} />
        {person.request && <OpenRequest person={person} request={person.request} />}
        <Tabs
          label="Sections"
          active={state.tab}
          tabs={(Object.keys(TABS) as Tab[]).map((tab) => ({
            key: tab,
            label: TABS[tab],
            href: personPath({ id, tab, show: null, page: 1 }),
          }))}
        />
        <Shown key={state.tab} person={person} state={state} />
      </div>
    </AdminFrame>
  )
}

const Fact = ({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <div className={`min-w-0 ${wide ? 'col-span-2' : ''}`}>
    <dt className="text-muted text-xs">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
)

const WAY_NAMES: Readonly<Record<string, string>> = { password: 'Password', google: 'Google', github: 'GitHub' }

function signInText({ sign_in }: Person): string {
  if (sign_in === null) return 'At another provider'
  const ways = sign_in.ways.map((way) => WAY_NAMES[way] ?? way)
  if (sign_in.passkeys > 0) ways.push(sign_in.passkeys > 1 ? `${sign_in.passkeys} passkeys` : 'Passkey')
  return ways.join(', ') || 'No way to sign in'
}

function Profile({ person }: { person: Person }) {
  const { display_name, avatar_url, workspace, is_verified, role, plan, bio, website_url, sign_in } = person
  return (
    <Card as="section" aria-label="Profile" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-center gap-4">
        <Avatar name={display_name} src={avatar_url} size={48} />
        <div className="min-w-0">
          <p className="break-all">
            <KnownAs user={person} />
          </p>
          <p className="mt-1 flex flex-wrap gap-2">
            <UserStatusBadge user={person} />
            <Badge tone="selected">{roleName(role)}</Badge>
            {workspace === null && (
              <Badge tone={is_verified ? 'good' : 'warn'}>
                {is_verified ? 'Email confirmed' : 'Email not confirmed'}
              </Badge>
            )}
          </p>
        </div>
      </div>
      <Standing person={person} />
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 xl:grid-cols-4">
        <Fact name="Joined">{formatExactTime(person.created_at)}</Fact>
        <Fact name="Last sign-in">{person.last_login ? <RelativeTime time={person.last_login} /> : 'Never'}</Fact>
        <Fact name="Plan">{plan ?? 'Free'}</Fact>
        <Fact name="Signs in with">{signInText(person)}</Fact>
        {sign_in && <Fact name="Two-factor">{sign_in.second_factor ? 'On' : 'Off'}</Fact>}
        {website_url && (
          <Fact name="Website">
            <bdi className="break-all">{website_url}</bdi>
          </Fact>
        )}
        <Fact name="User ID" wide>
          <span className="break-all font-mono text-xs">{person.id}</span>
        </Fact>
      </dl>
      {bio && <p className="max-w-prose whitespace-pre-wrap break-words text-muted [unicode-bidi:plaintext]">{bio}</p>}
    </Card>
  )
}

/** Why the account is stopped, and until when. */
function Standing({ person: { status, status_reason, blocked_until, is_deleted } }: { person: Person }) {
  if (is_deleted)
    return <Callout>The person deleted this account. What the law requires to be kept is still here.</Callout>
  if (status !== 'blocked' && status !== 'deactivated') return null
  const until = blocked_until ? `Blocked until ${formatExactTime(blocked_until)}` : 'Blocked until someone activates it'
  return (
    <Callout tone="warn" title={status === 'blocked' ? until : 'Deactivated'}>
      {status_reason && <p className="break-words [unicode-bidi:plaintext]">{status_reason}</p>}
    </Callout>
  )
}
