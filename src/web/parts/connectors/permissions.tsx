import { ArrowRightLeft, Eye, KeyRound, Lock, PenLine, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ACTION_EFFECTS, type ActionEffect as Effect } from '#contract/connectors/integration-values.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { AppPermissions } from './app-queries.ts'
import { showHidden } from './hidden-characters.ts'

const EFFECTS: Readonly<Record<Effect, { label: () => string; icon: ReactNode }>> = {
  read: { label: () => t('Read data'), icon: <Eye aria-hidden="true" /> },
  write: { label: () => t('Add and change data'), icon: <PenLine aria-hidden="true" /> },
  destructive: { label: () => t('Delete data'), icon: <Trash2 aria-hidden="true" /> },
}

export const effectLabel = (effect: Effect): string => EFFECTS[effect].label()

/** What an action does to the data; nothing for one that only reads. */
export function EffectBadge({ effect }: { effect: Effect }) {
  if (effect === 'read') return null
  return effect === 'write' ? <Badge>{t('Changes data')}</Badge> : <Badge tone="bad">{t('Deletes data')}</Badge>
}

const Line = ({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) => (
  <div className="relative grid gap-0.5 pl-6.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted">
    <dt className="text-muted">
      <span className="absolute top-0.5 left-0">{icon}</span>
      {label}
    </dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

/** What a person agrees to: where data goes, what can be done there, and what is kept for it. */
export function PermissionList({
  permissions: { hosts, effects, scopes, secrets },
  titles = new Map(),
}: {
  permissions: AppPermissions
  /** What scopes mean, by name. */
  titles?: ReadonlyMap<string, string>
}) {
  return (
    <dl className="grid gap-2.5 rounded bg-sunken px-3.5 py-3 text-base">
      <Line icon={<ArrowRightLeft aria-hidden="true" />} label={t('Sends data to')}>
        {hosts.length === 0 ? t('No other service') : hosts.join(', ')}
      </Line>
      <Line icon={<PenLine aria-hidden="true" />} label={t('It can')}>
        <ul className="flex flex-wrap gap-x-3 gap-y-1">
          {ACTION_EFFECTS.filter((effect) => effects.includes(effect)).map((effect) => (
            <li key={effect} className="flex items-center gap-1.5">
              {EFFECTS[effect].icon}
              {EFFECTS[effect].label()}
            </li>
          ))}
        </ul>
      </Line>
      {scopes.length > 0 && (
        <Line icon={<KeyRound aria-hidden="true" />} label={t('Asks for')}>
          <ul className="grid gap-1">
            {scopes.map((scope) => (
              <li key={scope}>
                {titles.get(scope) ? <span className="block">{titles.get(scope)}</span> : null}
                <code className="text-muted text-xs">{scope}</code>
              </li>
            ))}
          </ul>
        </Line>
      )}
      {secrets.length > 0 && (
        <Line icon={<Lock aria-hidden="true" />} label={t('Keeps secret')}>
          {showHidden(secrets.join(', '))}
        </Line>
      )}
    </dl>
  )
}
