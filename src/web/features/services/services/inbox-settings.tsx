import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SaveServiceInbox, ServiceInbox } from '#contract/services/inbox.ts'
import { INBOX } from '#contract/services/inbox-values.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/forms/checkbox.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { inboxSettingsQuery, showSaved } from './service-queries.ts'
import { problemAt } from './visitors-refused.tsx'

/** Whether people who chat with the service may ask for a person, and how they are answered. */
export function InboxSettings({ service }: { service: ServiceDetail }) {
  const { data } = useQuery(inboxSettingsQuery(service.id))
  if (!data?.available) return null
  return (
    <section aria-labelledby="people-answer" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center gap-3">
        <h2 id="people-answer" className="text-xl">
          {t('Answers by a person')}
        </h2>
        <Badge tone={data.enabled ? 'good' : 'neutral'}>{data.enabled ? t('On') : t('Off')}</Badge>
      </header>
      <p className="max-w-prose text-muted">
        {t(
          'People can ask for a person, and the agent can hand a chat over. You answer in the inbox, and the agent is silent meanwhile.',
        )}{' '}
        <TextLink href={paths.inbox()}>{t('Open inbox')}</TextLink>
      </p>
      <Card>
        <Settings key={JSON.stringify(data)} service={service} inbox={data} />
      </Card>
    </section>
  )
}

interface Entered {
  enabled: boolean
  name: string
  opening: string
  hours: string
}

const { least, most } = INBOX.take_back_hours

/** What is to be saved, or what is wrong with it. */
function read({ enabled, name, opening, hours }: Entered): SaveServiceInbox | { wrong: Record<string, string> } {
  const number = hours.trim() === '' ? null : Number(hours)
  const isWrong = number !== null && (!Number.isInteger(number) || number < least || number > most)
  const wrong = {
    ...(name.trim() === '' && { display_name: t('Enter a name') }),
    ...(isWrong && { take_back_hours: t('Enter a whole number from {least} to {most}', { least, most }) }),
  }
  if (Object.keys(wrong).length > 0) return { wrong }
  return { enabled, display_name: name.trim(), opening: opening.trim(), take_back_hours: number }
}

function Settings({ service, inbox }: { service: ServiceDetail; inbox: ServiceInbox }) {
  const [entered, setEntered] = useState<Entered>({
    enabled: inbox.enabled,
    name: inbox.display_name,
    opening: inbox.opening,
    hours: inbox.take_back_hours === null ? '' : String(inbox.take_back_hours),
  })
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const save = useAction(async (body: SaveServiceInbox) => {
    const saved = await call('saveServiceInbox', { params: { id: service.id }, body })
    await showSaved(inboxSettingsQuery(service.id), saved)
    await refresh('getInboxSummary')
    notify({ type: 'success', title: t('Settings saved') })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = read(entered)
    setWrong('wrong' in found ? found.wrong : {})
    if (!('wrong' in found)) void save.run(found)
  }
  const errorAt = (field: string) => wrong[field] ?? problemAt(save.error, field)
  const isElsewhere =
    save.error !== null && ['display_name', 'opening', 'take_back_hours'].every((field) => !errorAt(field))
  return (
    <form noValidate onSubmit={submit} className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-4">
      <Switch
        label={t('People can ask for a person')}
        help={t('Shows “Talk to a person” on the chat page and in the widget, and lets the agent hand a chat over.')}
        checked={entered.enabled}
        onChange={({ target }) => setEntered({ ...entered, enabled: target.checked })}
      />
      <TextField
        label={t('Name of who answers')}
        help={t('People see it next to your answers.')}
        value={entered.name}
        maxLength={INBOX.name_chars}
        error={errorAt('display_name')}
        onChange={({ target }) => setEntered({ ...entered, name: target.value })}
      />
      <TextArea
        label={t('First text')}
        help={t('Shown when someone asks for a person, such as “We answer on weekdays from 9 to 6.”')}
        optional
        rows={2}
        dir="auto"
        value={entered.opening}
        maxLength={INBOX.opening_chars}
        error={errorAt('opening')}
        onChange={({ target }) => setEntered({ ...entered, opening: target.value })}
      />
      <TextField
        label={t('The agent answers again after (hours)')}
        help={t(
          'When nobody has answered for this long, the agent takes the chat back and says so. Leave empty to wait without a limit.',
        )}
        inputMode="numeric"
        value={entered.hours}
        error={errorAt('take_back_hours')}
        onChange={({ target }) => setEntered({ ...entered, hours: target.value })}
      />
      {isElsewhere && <Callout tone="bad">{friendly(save.error)}</Callout>}
      <Button type="submit" className="w-fit" busy={save.busy && t('Saving...')}>
        {t('Save')}
      </Button>
    </form>
  )
}
