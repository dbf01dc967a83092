import { useState } from 'react'
import type { ChannelKindName } from '#contract/services/channel-values.ts'
import type { ChannelPerson, PersonMessage } from '#contract/services/channels.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { usePages } from '#web/parts/runs/chat/use-pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { channelPeopleQuery, GROWING_PAGE } from './service-queries.ts'
import { ShowMore } from './show-more.tsx'

const PAGE = 100
const SHOWN = 50

/** Who wrote; nothing before the first message. */
export function ChannelPeople({ id, kind }: At) {
  const people = usePages(
    (offset) => channelPeopleQuery(id, kind, offset),
    GROWING_PAGE,
    (person) => person.id,
  )
  const [open, setOpen] = useState<{ person: ChannelPerson; what: 'read' | 'erase' } | null>(null)
  if (!people.items || people.items.length === 0) return null
  return (
    <details className="surface-card px-4 py-3">
      <summary className="cursor-pointer font-medium">{t('People ({count})', { count: people.total })}</summary>
      <ul className="mt-3 grid gap-3">
        {people.items.map((person) => (
          <li key={person.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere font-medium">{nameOf(kind, person)}</span>
            {person.name !== '' && <span className="text-muted tabular-nums">{addressOf(kind, person)}</span>}
            <Consent consent={person.consent} />
            {person.last_wrote_at && (
              <span className="text-muted text-xs">
                <RelativeTime time={person.last_wrote_at} />
              </span>
            )}
            <span className="ms-auto flex gap-2">
              <Button
                size="sm"
                aria-label={t('Messages of {name}', { name: nameOf(kind, person) })}
                onClick={() => setOpen({ person, what: 'read' })}
              >
                {t('Messages')}
              </Button>
              <Button
                size="sm"
                aria-label={t('Erase {name}', { name: nameOf(kind, person) })}
                onClick={() => setOpen({ person, what: 'erase' })}
              >
                {t('Erase')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <ShowMore pages={people} />
      {open?.what === 'read' && <Messages id={id} kind={kind} person={open.person} onClose={() => setOpen(null)} />}
      {open?.what === 'erase' && <Erase id={id} kind={kind} person={open.person} onClose={() => setOpen(null)} />}
    </details>
  )
}

interface At {
  id: string
  kind: ChannelKindName
}

const addressOf = (kind: ChannelKindName, { address }: ChannelPerson): string =>
  kind === 'whatsapp' ? `+${address}` : address
const nameOf = (kind: ChannelKindName, person: ChannelPerson): string => person.name || addressOf(kind, person)

function Consent({ consent }: Pick<ChannelPerson, 'consent'>) {
  if (consent === 'given') return null
  return <Badge tone="warn">{consent === 'asked' ? t('Hasn’t agreed yet') : t('Stopped')}</Badge>
}

interface PersonProps extends At {
  person: ChannelPerson
  onClose: () => void
}

/** All messages of a person, oldest first, as a file. */
async function download({ id, kind }: At, person: ChannelPerson): Promise<void> {
  const messages: PersonMessage[] = []
  for (let offset = 0; ; offset += PAGE) {
    const at = { params: { id: id as never, kind, person: person.id }, query: { limit: PAGE, offset } }
    const { items, total } = await call('listChannelMessages', at)
    messages.push(...items)
    if (items.length === 0 || messages.length >= total) break
  }
  const blob = new Blob([JSON.stringify({ person, messages: messages.toReversed() }, null, 2)], {
    type: 'application/json',
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${kind}-${person.address}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}

function Messages({ id, kind, person, onClose }: PersonProps) {
  const messages = usePages(
    (offset) => q('listChannelMessages', { params: { id, kind, person: person.id }, query: { limit: SHOWN, offset } }),
    SHOWN,
    ({ at, role, text }) => `${at} ${role} ${text}`,
  )
  const save = useAction(() => download({ id, kind }, person))
  return (
    <Dialog
      open
      onClose={onClose}
      title={nameOf(kind, person)}
      reading
      footer={
        <Button busy={save.busy && t('Downloading...')} onClick={() => void save.run()}>
          {t('Download all messages')}
        </Button>
      }
    >
      {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
      <ShowMore pages={messages}>{t('Show earlier messages')}</ShowMore>
      <ol className="grid gap-3">
        {messages.items?.toReversed().map((one) => (
          <li key={`${one.at} ${one.role} ${one.text}`} className={one.role === 'agent' ? 'ps-6' : 'pe-6'}>
            <p className="text-muted text-base">
              {one.role === 'agent' ? t('Service') : nameOf(kind, person)} · <RelativeTime time={one.at} />
            </p>
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {[one.text, ...one.files].filter((text) => text !== '').join('\n')}
            </p>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

function Erase({ id, kind, person, onClose }: PersonProps) {
  const erase = useAction(async () => {
    await call('deleteChannelPerson', { params: { id: id as never, kind, person: person.id } })
    await refresh('listChannelPeople')
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Erase {name}?', { name: nameOf(kind, person) })}
      keep={t('Cancel')}
      act={t('Erase')}
      busy={erase.busy && t('Erasing...')}
      onAct={() => void erase.run()}
      failure={erase.error !== null && friendly(erase.error)}
    >
      <p>
        {t(
          'Their address, chats, messages and files are deleted, and the input and output of the runs that answered them.',
        )}
      </p>
      {kind === 'email' && <p>{t('Their emails stay in your mailbox until you delete them there.')}</p>}
    </ConfirmDialog>
  )
}
