/** The Slack app and the Telegram bot of an account, which bring its approvals to people. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { APPROVAL_BOT_KINDS, type ApprovalBotKind } from '#contract/services/approval-bot-values.ts'
import type { ApprovalBot, SaveApprovalBot } from '#contract/services/approval-bots.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { SlackAppSteps } from '#web/parts/platform/slack-app-steps.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { BOT_NAMES, botsQuery, problemAt, renew } from './approval-bot-queries.ts'

/** @param of whose approvals they bring */
export function ApprovalBots({ of }: { of: 'workspace' | 'account' }) {
  const { data } = useQuery(botsQuery)
  if (!data) return null
  return (
    <Card>
      <CardHeader title={t('Approvals in Slack and Telegram')}>
        {of === 'workspace'
          ? t(
              'Connect a bot of your own. Each person who reviews here then connects themselves under Account Settings → Notifications, and can approve or reject where they already are.',
            )
          : t(
              'Connect a bot of your own, then connect yourself to it above. It brings the approvals of your own runs.',
            )}
      </CardHeader>
      <ul>
        {APPROVAL_BOT_KINDS.map((kind) => {
          const bot = data.bots.find((one) => one.kind === kind)
          return bot && <BotRow key={kind} bot={bot} />
        })}
      </ul>
    </Card>
  )
}

function BotRow({ bot }: { bot: ApprovalBot }) {
  const [open, setOpen] = useState<'form' | 'disconnect' | null>(null)
  const { kind, connected, display_name, people, last_error, last_error_at } = bot
  const name = BOT_NAMES[kind]
  return (
    <li
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-b py-4 first:pt-0 last:border-0 last:pb-0"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-40">
          <h3 className="flex flex-wrap items-center gap-2 font-medium">
            {name}
            {connected && <Badge tone="good">{t('Connected')}</Badge>}
          </h3>
          <p className="wrap-anywhere text-muted">
            {connected
              ? `${display_name} · ${t('People connected: {count}', { count: formatNumber(people) })}`
              : t('Not connected')}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {open !== 'form' && (
            <Button size="sm" onClick={() => setOpen('form')}>
              {connected ? t('Change') : t('Set up {name}', { name })}
            </Button>
          )}
          {connected && (
            <Button size="sm" onClick={() => setOpen('disconnect')}>
              {t('Disconnect')}
            </Button>
          )}
        </div>
      </div>
      {last_error !== null && (
        <Callout tone="warn" title={t('Last problem')}>
          {last_error} {last_error_at !== null && <RelativeTime time={last_error_at} />}
        </Callout>
      )}
      {open === 'form' && <SetUp bot={bot} onClose={() => setOpen(null)} />}
      {open === 'disconnect' && <Disconnect kind={kind} onClose={() => setOpen(null)} />}
    </li>
  )
}

interface FormProps {
  bot: ApprovalBot
  onClose: () => void
}

/** Slack needs an app before it has a token. */
function SetUp({ bot, onClose }: FormProps) {
  if (bot.kind === 'slack' && !bot.connected) return <SlackSetUp bot={bot} onClose={onClose} />
  return <BotForm bot={bot} onClose={onClose} />
}

function SlackSetUp({ bot, onClose }: FormProps) {
  const prepare = useAction(async () => {
    await call('saveApprovalBot', { params: { kind: 'slack' }, body: {} })
    await renew()
  })
  if (bot.manifest !== null)
    return (
      <>
        <SlackAppSteps manifest={bot.manifest} />
        <BotForm bot={bot} onClose={onClose} />
      </>
    )
  return (
    <div className="grid gap-3">
      <p>{t('Slack needs an app of your own. Chowk writes its manifest, with the address for its buttons.')}</p>
      {prepare.error !== null && <Callout tone="bad">{friendly(prepare.error)}</Callout>}
      <Button
        variant="primary"
        className="justify-self-start"
        busy={prepare.busy && t('Creating...')}
        onClick={() => void prepare.run()}
      >
        {t('Create app manifest')}
      </Button>
    </div>
  )
}

type Entered = Record<'bot_token' | 'signing_secret' | 'channel', string>

/** Secrets that are left empty stay; the first time there are none. */
function bodyOf({ bot_token, signing_secret, channel }: Entered, kind: ApprovalBotKind): SaveApprovalBot {
  const secrets = { ...(bot_token !== '' && { bot_token }), ...(signing_secret !== '' && { signing_secret }) }
  return kind === 'slack' ? { ...secrets, channel } : secrets
}

function BotForm({ bot, onClose }: FormProps) {
  const { kind, connected } = bot
  const [entered, setEntered] = useState<Entered>({ bot_token: '', signing_secret: '', channel: bot.channel })
  const save = useAction(async () => {
    await call('saveApprovalBot', { params: { kind }, body: bodyOf(entered, kind) })
    await renew()
    notify({ type: 'success', title: connected ? t('Saved') : t('Connected') })
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  const keep = connected ? t('Leave empty to keep the current one.') : undefined
  const field = (name: keyof Entered) => ({
    value: entered[name],
    error: problemAt(save.error, name),
    onChange: ({ target }: { target: { value: string } }) => setEntered({ ...entered, [name]: target.value }),
  })
  const isAtField = (['bot_token', 'signing_secret', 'channel'] as const).some((name) => problemAt(save.error, name))
  return (
    <form noValidate onSubmit={submit} className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-4">
      <TextField
        label={t('Bot token')}
        type="password"
        autoComplete="off"
        help={
          keep ??
          (kind === 'slack'
            ? t('From Slack: OAuth & Permissions. It begins with xoxb-.')
            : t('From @BotFather in Telegram: /newbot. Not a bot that already answers for a service.'))
        }
        {...field('bot_token')}
      />
      {kind === 'slack' && (
        <>
          <TextField
            label={t('Signing secret')}
            type="password"
            autoComplete="off"
            help={keep ?? t('From Slack: Basic Information → App Credentials.')}
            {...field('signing_secret')}
          />
          <TextField
            label={t('Channel ID')}
            optional
            placeholder="C0123456789"
            help={t(
              'All approvals are also posted in this channel, where everyone in it reads them. Only people who are connected and review here can decide. Invite the app to the channel first.',
            )}
            {...field('channel')}
          />
        </>
      )}
      {save.error !== null && !isAtField && <Callout tone="bad">{friendly(save.error)}</Callout>}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit" busy={save.busy && t('Saving...')}>
          {connected ? t('Save') : t('Connect')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}

function Disconnect({ kind, onClose }: { kind: ApprovalBotKind; onClose: () => void }) {
  const disconnect = useAction(async () => {
    await call('disconnectApprovalBot', { params: { kind } })
    await renew()
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Disconnect {name}?', { name: BOT_NAMES[kind] })}
      keep={t('Cancel')}
      act={t('Disconnect')}
      busy={disconnect.busy && t('Disconnecting...')}
      onAct={() => void disconnect.run()}
      failure={disconnect.error !== null && friendly(disconnect.error)}
    >
      <p>{t('Approvals no longer reach anyone there. Messages that still ask lose their buttons.')}</p>
    </ConfirmDialog>
  )
}
