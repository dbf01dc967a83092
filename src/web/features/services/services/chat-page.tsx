import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CHAT, type ChatAccess } from '#contract/services/chat-values.ts'
import type { SaveServiceChat, ServiceChat } from '#contract/services/chats.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { WIDGET } from '#contract/services/widget-limits.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { toFieldText } from '#web/lib/rupees.ts'
import { FeatureNotice } from '#web/parts/platform/feature-notice.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { ChatRatings } from './chat-ratings.tsx'
import { DayFields, DoorForm, readDayLimits, savedTitle } from './door-form.tsx'
import { chatQuery, showSaved, widgetQuery } from './service-queries.ts'
import { problemAt } from './visitors-refused.tsx'

/** A page on which people chat with the service: its address, who may open it, and for how much a day. */
export function ChatPage({ service }: { service: ServiceDetail }) {
  const { data } = useQuery(chatQuery(service.id))
  if (data && !data.available)
    return (
      <p className="max-w-prose text-muted">
        {t(
          'A chat page, WhatsApp, Telegram, Slack and email are for agents that begin with a chat message, as custom agents do. This one doesn’t.',
        )}{' '}
        <TextLink href="/docs/channels">{t('How to set it up')}</TextLink>
      </p>
    )
  if (!data) return null
  const { enabled, token, today, daily_runs, daily_paise } = data
  return (
    <section aria-labelledby="chat-page" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center gap-3">
        <h2 id="chat-page" className="text-xl">
          {t('Chat page')}
        </h2>
        <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? t('On') : t('Off')}</Badge>
      </header>
      <p className="max-w-prose text-muted">
        {t(
          'A page where people chat with this service. Messages run under your account, within a daily budget that the widget shares, and people see nothing about you.',
        )}
      </p>
      <FeatureNotice name="widgets" />
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {token !== null && enabled && (
          <>
            <p className="tabular-nums">
              {t('Today {runs} of {limit} messages', {
                runs: formatNumber(today.runs),
                limit: formatNumber(daily_runs),
              })}
              {(daily_paise > 0 || today.paise > 0) && `, ${formatPaise(today.paise)} / ${formatPaise(daily_paise)}`}
            </p>
            <Address service={service} token={token} />
          </>
        )}
        <Settings key={JSON.stringify({ ...data, today: null })} service={service} page={data} />
      </Card>
      <ChatRatings id={service.id} />
    </section>
  )
}

function Address({ service, token }: { service: ServiceDetail; token: string }) {
  const [asking, setAsking] = useState(false)
  const href = `${window.location.origin}/chat/${token}`
  const renew = useAction(async () => {
    const saved = await call('renewServiceChat', { params: { id: service.id } })
    await showSaved(chatQuery(service.id), saved)
    setAsking(false)
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <CodeBlock code={href} label={t('Address of the chat page')} />
      <div className="flex flex-wrap gap-2">
        <LinkButton size="sm" href={href} external>
          {t('Open chat page')}
        </LinkButton>
        <Button size="sm" onClick={() => setAsking(true)}>
          {t('Change address')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={t('Change the address?')}
          keep={t('Cancel')}
          act={t('Change address')}
          busy={renew.busy && t('Changing...')}
          onAct={() => void renew.run()}
          failure={renew.error !== null && friendly(renew.error)}
        >
          <p>{t('The current address stops working. People with the new one keep their chats.')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** The current values of the fields. */
interface Entered {
  access: ChatAccess
  password: string
  title: string
  runs: string
  rupees: string
}

const FIELDS = ['access', 'password', 'title', 'daily_runs', 'daily_paise'] as const
type Problems = Partial<Record<(typeof FIELDS)[number], string>>

/** What is to be saved, or what is wrong with it. */
function read({ access, password, title, runs, rupees }: Entered): SaveServiceChat | { wrong: Problems } {
  const { wrong: wrongLimits, ...limits } = readDayLimits({ runs, rupees })
  const isShort = password !== '' && password.length < CHAT.password_chars.least
  const wrong = {
    ...(title.trim() === '' && { title: t('Enter a title') }),
    ...(isShort && { password: t('Use at least {count} characters', { count: CHAT.password_chars.least }) }),
    ...wrongLimits,
  }
  if (Object.keys(wrong).length > 0) return { wrong }
  const entered = access === 'password' && password !== '' ? { password } : {}
  return { access, title, ...limits, ...entered }
}

function Settings({ service, page }: { service: ServiceDetail; page: ServiceChat }) {
  const [entered, setEntered] = useState<Entered>(() => ({
    access: page.access,
    password: '',
    title: page.title,
    runs: String(page.daily_runs),
    rupees: toFieldText(page.daily_paise),
  }))
  const [wrong, setWrong] = useState<Problems>({})
  const save = useAction(async (body: SaveServiceChat) => {
    const saved = await call('saveServiceChat', { params: { id: service.id }, body })
    setEntered((now) => ({ ...now, password: '' }))
    await showSaved(chatQuery(service.id), saved)
    await showSaved(widgetQuery(service.id), await call('getServiceWidget', { params: { id: service.id } }))
    notify({ type: 'success', title: savedTitle(page.enabled, saved.enabled) })
  })
  const submit = (change: SaveServiceChat) => {
    const found = read(entered)
    setWrong('wrong' in found ? found.wrong : {})
    if (!('wrong' in found)) void save.run({ ...found, ...change })
  }
  const errorAt = (field: (typeof FIELDS)[number]) => wrong[field] ?? problemAt(save.error, field)
  return (
    <DoorForm service={service} enabled={page.enabled} fields={FIELDS} save={save} onSubmit={submit}>
      <Fields entered={entered} page={page} errorAt={errorAt} onChange={setEntered} />
    </DoorForm>
  )
}

interface FieldsProps {
  entered: Entered
  page: ServiceChat
  errorAt: (field: (typeof FIELDS)[number]) => string | undefined
  onChange: (entered: Entered) => void
}

function Fields({ entered, page, errorAt, onChange }: FieldsProps) {
  return (
    <>
      <Select
        label={t('Who can open it')}
        value={entered.access}
        options={[
          { value: 'public', label: t('Anyone with the link') },
          { value: 'password', label: t('Anyone with the link and a password') },
          { value: 'members', label: t('Anyone who is signed in') },
        ]}
        onChange={({ target }) => onChange({ ...entered, access: target.value as ChatAccess })}
      />
      {entered.access === 'password' && (
        <PasswordField
          label={t('Password')}
          help={
            page.has_password
              ? t('Leave empty to keep the current one. People have to enter a new one before they continue.')
              : undefined
          }
          autoComplete="new-password"
          value={entered.password}
          maxLength={CHAT.password_chars.most}
          error={errorAt('password')}
          onChange={({ target }) => onChange({ ...entered, password: target.value })}
        />
      )}
      <TextField
        label={t('Title')}
        help={t('Shown at the top of the page and the widget.')}
        value={entered.title}
        maxLength={WIDGET.title_chars}
        error={errorAt('title')}
        onChange={({ target }) => onChange({ ...entered, title: target.value })}
      />
      <DayFields
        entered={entered}
        help={t('For all people together, with those of the widget.')}
        errorAt={errorAt}
        onChange={onChange}
      />
    </>
  )
}
