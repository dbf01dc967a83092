import { Laptop, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { readUserAgent } from '#web/lib/user-agent.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

export const sessionsQuery = q('listSessions')

type Session = DataOf<'listSessions'>['sessions'][number]

const HANDHELD = ['iPhone', 'iPad', 'Android']

/** The current one first, then the latest. */
const inOrder = (sessions: readonly Session[]) =>
  sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || b.created_at.localeCompare(a.created_at))

function nameOf({ user_agent }: Session): string {
  const { browser, system } = readUserAgent(user_agent)
  if (browser && system) return t('{browser} on {system}', { browser, system })
  return browser ?? system ?? t('Unknown browser')
}

/** Where the account is signed in. What is ended is out with its next request. */
export function Sessions() {
  const sessions = inOrder(useData(sessionsQuery).sessions)
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const others = sessions.length - 1
  return (
    <Card>
      <CardHeader
        title={t('Where you are signed in')}
        aside={
          <Button
            reason={others === 0 ? t('You aren’t signed in anywhere else') : undefined}
            onClick={() => setAsking(true)}
          >
            {t('Sign out all other sessions')}
          </Button>
        }
      >
        {t('Don’t recognise one? Sign it out, then change your password.')}
      </CardHeader>
      {failure !== null && (
        <div className="mb-4">
          <Callout tone="bad">{describeAccountFailure(failure)}</Callout>
        </div>
      )}
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onFailure={setFailure} />
        ))}
      </ul>
      {asking && <SignOutOthers others={others} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function SessionRow({ session, onFailure }: { session: Session; onFailure: (error: unknown) => void }) {
  const name = nameOf(session)
  const handheld = HANDHELD.includes(readUserAgent(session.user_agent).system ?? '')
  const end = useAction(async () => {
    onFailure(null)
    await call('revokeSession', { body: { id: session.id } }).catch(onFailure)
    await refresh('listSessions')
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3 first:pt-0 last:border-0 last:pb-0">
      <span aria-hidden="true" className="text-muted [&_svg]:size-5">
        {handheld ? <Smartphone /> : <Laptop />}
      </span>
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {session.current && <Badge tone="good">{t('This browser')}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-2 text-muted text-base">
          <span className="break-all">{session.ip ?? t('unknown IP address')}</span>
          <span aria-hidden="true">·</span>
          <span>
            {t('signed in')} <RelativeTime time={session.created_at} />
          </span>
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          aria-label={t('Sign out {name}', { name })}
          busy={end.busy && t('Signing out...')}
          onClick={() => void end.run()}
        >
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}

function SignOutOthers({ others, onClose }: { others: number; onClose: () => void }) {
  const end = useAction(async () => {
    await call('revokeOtherSessions', {})
    await refresh('listSessions')
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Sign out everywhere else?')}
      keep={t('Cancel')}
      act={t('Sign out all other sessions')}
      busy={end.busy && t('Signing out...')}
      onAct={() => void end.run()}
      failure={end.error !== null && describeAccountFailure(end.error)}
    >
      <p>
        {others === 1
          ? t('One other browser will be signed out, and trusted browsers will need a code again.')
          : t('{count} other browsers will be signed out, and trusted browsers will need a code again.', {
              count: others,
            })}
      </p>
      <p>{t('Your runs and services keep running.')}</p>
    </ConfirmDialog>
  )
}
