/** Where approvals reach a person outside of the product: who they are at each bot that may write to them. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApprovalCode, ApprovalContact } from '#contract/services/approval-bots.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { formatDay } from '#web/lib/time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { BOT_NAMES, contactsQuery, renew } from './approval-bot-queries.ts'
import { ApprovalBots } from './approval-bots.tsx'

const WAITING_MS = 2_000

export function ApprovalContacts() {
  const data = useData(contactsQuery)
  const workspace = useUser()?.workspace
  return (
    <Card>
      <CardHeader title={t('Where approvals reach you')}>
        {t('Approve or reject in Slack or Telegram. Everything you can answer there is also in Chowk.')}
      </CardHeader>
      {data.items.length === 0 ? (
        <p className="text-muted">
          {workspace
            ? t('No bot is connected yet. Owners and admins of the workspace connect one.')
            : t('No bot is connected yet. Connect one below. In a workspace, its owners and admins connect it.')}
        </p>
      ) : (
        <ul>
          {data.items.map((contact) => (
            <ContactRow key={contact.bot_id} contact={contact} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The bots of a workspace are in its settings. */
export const OwnApprovalBots = () => (useUser()?.workspace ? null : <ApprovalBots of="account" />)

function ContactRow({ contact }: { contact: ApprovalContact }) {
  const { kind, display_name, workspace, connected } = contact
  return (
    <li
      aria-label={`${BOT_NAMES[kind]} · ${workspace ?? t('Your own runs')}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-b py-4 first:pt-0 last:border-0 last:pb-0"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-52">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <bdi>{workspace ?? t('Your own runs')}</bdi>
            {connected !== null && <Badge tone="good">{t('Connected')}</Badge>}
          </p>
          <p className="wrap-anywhere text-muted">
            {BOT_NAMES[kind]} · <bdi>{display_name}</bdi>
            {connected !== null &&
              ` · ${t('as {name}, since {day}', { name: connected.name, day: formatDay(connected.since) })}`}
          </p>
        </div>
        {connected === null ? <Connect contact={contact} /> : <Connected contact={contact} />}
      </div>
      {connected?.last_error != null && (
        <Callout tone="warn" title={t('The last message didn’t arrive')}>
          {connected.last_error}
        </Callout>
      )}
    </li>
  )
}

function Connected({ contact: { bot_id } }: { contact: ApprovalContact }) {
  const params = { bot_id }
  const test = useAction(async () => {
    await call('testApprovalContact', { params })
    await renew()
    notify({ type: 'success', title: t('Test message sent') })
  })
  const disconnect = useAction(async () => {
    await call('disconnectApprovalContact', { params })
    await renew()
  })
  const error = test.error ?? disconnect.error
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={test.busy && t('Sending...')} onClick={() => void test.run()}>
          {t('Send a test message')}
        </Button>
        <Button size="sm" busy={disconnect.busy && t('Disconnecting...')} onClick={() => void disconnect.run()}>
          {t('Disconnect')}
        </Button>
      </div>
      {error !== null && (
        <div className="basis-full">
          <Callout tone="bad">{friendly(error)}</Callout>
        </div>
      )}
    </>
  )
}

function Connect({ contact }: { contact: ApprovalContact }) {
  const [code, setCode] = useState<ApprovalCode | null>(null)
  const begin = useAction(async () => {
    setCode(await call('createApprovalCode', { params: { bot_id: contact.bot_id } }))
  })
  return (
    <>
      <Button size="sm" variant="primary" busy={begin.busy && t('Connecting...')} onClick={() => void begin.run()}>
        {t('Connect me')}
      </Button>
      {begin.error !== null && (
        <div className="basis-full">
          <Callout tone="bad">{friendly(begin.error)}</Callout>
        </div>
      )}
      {code !== null && <CodeDialog contact={contact} code={code} onClose={() => setCode(null)} />}
    </>
  )
}

/** Open until the code has arrived at the bot. */
function CodeDialog({ contact, code, onClose }: { contact: ApprovalContact; code: ApprovalCode; onClose: () => void }) {
  const { bot_id, kind, display_name } = contact
  const { data } = useQuery({ ...contactsQuery, refetchInterval: WAITING_MS })
  const isConnected = data?.items.some((one) => one.bot_id === bot_id && one.connected !== null) === true
  useEffect(() => {
    if (!isConnected) return
    notify({ type: 'success', title: t('Connected') })
    void renew()
  }, [isConnected])
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('Connect yourself in {name}', { name: BOT_NAMES[kind] })}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p>
          {code.url === null
            ? t('Send this code to {bot} in Slack, as a direct message to the app. It works once, for 15 minutes.', {
                bot: display_name,
              })
            : t(
                'Open the bot and select Start. If it’s already open, send it this code. It works once, for 15 minutes.',
              )}
        </p>
        {code.url !== null && (
          <LinkButton href={code.url} target="_blank" rel="noreferrer" variant="primary" className="justify-self-start">
            {t('Open {name}', { name: display_name })}
          </LinkButton>
        )}
        <CodeBlock code={code.code} label={t('Code')} />
        <p className="text-muted" role="status">
          {t('Waiting for the code...')}
        </p>
      </div>
    </Dialog>
  )
}
