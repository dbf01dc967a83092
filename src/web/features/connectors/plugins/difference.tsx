import type { ReactNode } from 'react'
import type { ActionEffect } from '#contract/connectors/integration-values.ts'
import { t } from '#web/lib/language.ts'
import { effectLabel } from '#web/parts/connectors/permissions.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ActionList, TriggerList } from './action-list.tsx'
import { Foreign } from './foreign.tsx'
import type { PluginDifference } from './plugin-queries.ts'

/** What another version asks for and says that the installed one does not, before and after where words changed. */
export function Difference({ difference }: { difference: PluginDifference }) {
  const { from, hosts, scopes, effects, secrets, licence, actions, triggers } = difference
  const notNamed = t('Not named')
  const lines = [
    <Line key="hosts" title={t('Sends data to')} {...hosts} />,
    <Line key="scopes" title={t('Asks for')} {...scopes} />,
    <Line key="effects" title={t('It can')} {...inWords(effects)} />,
    <Line key="secrets" title={t('Keeps secret')} {...secrets} />,
    licence && (
      <Line key="licence" title={t('Licence')} added={[licence.to ?? notNamed]} removed={[licence.from ?? notNamed]} />
    ),
  ]
  return (
    <section aria-label={t('What changes')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 className="text-base">{t('What changes since {version}', { version: from })}</h3>
      {difference.needs_agreement ? (
        <Callout tone="warn">
          {t('This version asks for more or describes itself differently. Read it before you agree.')}
        </Callout>
      ) : (
        <Callout tone="good">{t('This version asks for nothing more.')}</Callout>
      )}
      {difference.sign_in_changed && (
        <Callout tone="warn">
          {t('Signing in changes: what people enter for their accounts is sent to other places than before.')}
        </Callout>
      )}
      <dl className="grid gap-3 empty:hidden">{lines}</dl>
      <Part title={t('New actions')} shown={actions.added.length > 0}>
        <ActionList actions={actions.added} />
      </Part>
      <Part title={t('Removed actions')} shown={actions.removed.length > 0}>
        <p className="mb-2 text-muted text-base">{t('Steps that use them will fail.')}</p>
        <ActionList actions={actions.removed} />
      </Part>
      <Part title={t('Changed actions')} shown={actions.changed.length > 0}>
        <ul className="grid gap-4">
          {actions.changed.map((action) => (
            <Changed key={action.id} one={action} />
          ))}
        </ul>
      </Part>
      <Part title={t('New triggers')} shown={triggers.added.length > 0}>
        <TriggerList triggers={triggers.added} />
      </Part>
      <Part title={t('Removed triggers')} shown={triggers.removed.length > 0}>
        <p className="mb-2 text-muted text-base">{t('Workflows that start by them will stop starting.')}</p>
        <TriggerList triggers={triggers.removed} />
      </Part>
      <Part title={t('Changed triggers')} shown={triggers.changed.length > 0}>
        <ul className="grid gap-4">
          {triggers.changed.map((trigger) => (
            <Changed key={trigger.id} one={{ ...trigger, asks_more: [] }} />
          ))}
        </ul>
      </Part>
    </section>
  )
}

const inWords = ({ added, removed }: PluginDifference['effects']) => {
  const words = (effects: readonly ActionEffect[]) => effects.map(effectLabel)
  return { added: words(added), removed: words(removed) }
}

function Line({ title, added, removed }: { title: string; added: readonly string[]; removed: readonly string[] }) {
  if (added.length + removed.length === 0) return null
  return (
    <div className="grid gap-1">
      <dt className="text-muted text-xs">{title}</dt>
      {added.map((one) => (
        <dd key={`+${one}`} className="flex items-start gap-2">
          <Badge tone="warn">{t('Added')}</Badge>
          <Foreign text={one} className="min-w-0" />
        </dd>
      ))}
      {removed.map((one) => (
        <dd key={`-${one}`} className="flex items-start gap-2">
          <Badge>{t('Removed')}</Badge>
          <Foreign text={one} className="min-w-0 text-muted" />
        </dd>
      ))}
    </div>
  )
}

const Part = ({ title, shown, children }: { title: string; shown: boolean; children: ReactNode }) =>
  shown ? (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-t pt-3">
      <h4 className="font-medium text-base">{title}</h4>
      <div>{children}</div>
    </div>
  ) : null

/** An action or a trigger. */
function Changed({ one }: { one: PluginDifference['actions']['changed'][number] }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <Foreign text={one.title} className="min-w-0" />
        {one.input_changed && <Badge>{t('Other settings')}</Badge>}
      </p>
      {one.asks_more.length > 0 && (
        <p className="text-base text-warn">
          {t('Asks for more:')} <Foreign text={one.asks_more.join(', ')} />
        </p>
      )}
      {one.description && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
          <Said title={t('Before')} text={one.description.from} />
          <Said title={t('Now')} text={one.description.to} />
        </div>
      )}
    </li>
  )
}

const Said = ({ title, text }: { title: string; text: string }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
    <p className="text-muted text-base">{title}</p>
    <blockquote className="whitespace-pre-wrap border-line border-l-2 pl-3">
      {text === '' ? t('No description.') : <Foreign text={text} />}
    </blockquote>
  </div>
)
