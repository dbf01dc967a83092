import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { Service } from '#contract/services/services.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { q } from '#web/api/query.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useVersions } from '#web/canvas/services/queries/use-versions.ts'
import { t } from '#web/lib/language.ts'
import { Refused } from '#web/parts/billing/pricing/refused.tsx'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { StatusChip } from '#web/ui/status.tsx'

const servicesOf = (id: string) => q('listServices', { query: { workflow_id: id as WorkflowId, limit: 20 } })

/** Where people find the agent: its services, each with a page, a widget and channels. Opens once it is published for the first time. */
export function ChannelsButton({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  const publication = useVersions().data?.publication
  const state = publication?.state
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'never' && state === 'live') setOpen(true)
    before.current = state
  }, [state])
  if (publication?.abilities.publish.allowed !== true) return null
  return (
    <>
      <Button size="sm" icon={<MessagesSquare aria-hidden="true" />} onClick={() => setOpen(true)}>
        <span className="max-sm:sr-only">{t('Channels')}</span>
      </Button>
      {open && <ChannelsDialog id={id} live={state === 'live'} onClose={() => setOpen(false)} />}
    </>
  )
}

function ChannelsDialog({ id, live, onClose }: { id: string; live: boolean; onClose: () => void }) {
  const { data } = useQuery(servicesOf(id))
  const services = data?.items ?? []
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Where people chat with it')}
      description={t(
        'On a page of its own, in a widget on your site, or on WhatsApp, Telegram and Slack. It doesn’t appear in the marketplace.',
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {!live ? (
          <Unpublished onClose={onClose} />
        ) : services.length > 0 ? (
          <Services services={services} />
        ) : (
          data && <First id={id} />
        )}
        <p className="text-muted text-base">
          {t(
            'Programs reach it with the OpenAI SDK: see “API” at the end of its parts. To sell it to others, add it to the marketplace under',
          )}{' '}
          <TextLink href={paths.sellerAgents()}>{t('your listings')}</TextLink>.
        </p>
      </div>
    </Dialog>
  )
}

function Unpublished({ onClose }: { onClose: () => void }) {
  const { windows } = useView()
  return (
    <div className="grid justify-items-start gap-3">
      <p>{t('Publish it first: people chat with the published version while you keep editing the draft.')}</p>
      <Button
        variant="primary"
        onClick={() => {
          onClose()
          windows.versions.publish.set(true)
        }}
      >
        {t('Publish')}
      </Button>
    </div>
  )
}

/** Makes the service and shows its page. */
function First({ id }: { id: string }) {
  const navigate = useNavigate()
  const deploy = useAction(async () => {
    const made = await call('deployWorkflow', { params: { id: id as WorkflowId }, body: {} })
    await refresh('listServices', 'getDashboard')
    await navigate(paths.service(made.id, { tab: 'share' }))
  })
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        {t(
          'It becomes one of your AI services. There you turn on the chat page and connect channels, and see every chat and what it cost. When you publish again, the service follows.',
        )}
      </p>
      {deploy.error !== null && <Refused error={deploy.error} />}
      <Button variant="primary" busy={deploy.busy && t('Setting up...')} onClick={() => void deploy.run()}>
        {t('Set up page and channels')}
      </Button>
    </div>
  )
}

const Services = ({ services }: { services: readonly Service[] }) => (
  <ul aria-label={t('Services')} className="surface-card divide-y divide-line">
    {services.map(({ id, name, status, version }) => (
      <li key={id} className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
        <span className="min-w-0">
          <bdi className="wrap-anywhere font-medium">{name}</bdi>
          <span className="flex items-center gap-2 text-muted text-xs">
            <StatusChip status={status} /> {t('Version {number}', { number: version.number })}
          </span>
        </span>
        <LinkButton size="sm" href={paths.service(id, { tab: 'share' })}>
          {t('Page and channels')}
        </LinkButton>
      </li>
    ))}
  </ul>
)
