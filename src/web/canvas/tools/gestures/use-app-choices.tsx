/** Apps and their actions among the choices of the next step: the server searches, our own nodes never wait for it. */

import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Zap } from 'lucide-react'
import { queryClient } from '#web/api/query-client.ts'
import { appFieldsOf, usualInput } from '#web/canvas/model/fields/app-fields.ts'
import { accountOf, actionOf, appConfig, appTriggerConfig, onTrigger } from '#web/canvas/model/graph/app-step.ts'
import type { PaletteEntry } from '#web/canvas/services/analysis/answers.ts'
import { askAction } from '#web/canvas/services/queries/app-actions.ts'
import { t } from '#web/lib/language.ts'
import { usePaused } from '#web/lib/use-paused.ts'
import { credentialsQuery } from '#web/parts/accounts/credentials/credentials-query.ts'
import { AppLogo } from '#web/parts/connectors/app-logo.tsx'
import {
  type ActionMatch,
  type App as AppDetail,
  type AppSummary,
  appQuery,
  appsQuery,
} from '#web/parts/connectors/app-queries.ts'
import { EffectBadge } from '#web/parts/connectors/permissions.tsx'
import type { Choice } from './chooser.tsx'
import { found } from './found.ts'
import type { Addition } from './use-add.ts'

/** A pause this long ends a word, in ms. */
const PAUSE_MS = 180
const SHOWN = 8
/** Before anything is typed. */
const OFFERED = 24

/** What is found in apps is below our own nodes, perhaps out of sight. */
function alsoIn(matches: readonly { app: AppSummary }[]): string | null {
  const names = [...new Set(matches.map(({ app }) => app.name))]
  if (names.length === 0) return null
  const first = names.slice(0, 3).join(', ')
  return names.length > 3
    ? t('Also in apps: {names} and {count} more', { names: first, count: names.length - 3 })
    : t('Also in apps: {names}', { names: first })
}

type Named = Pick<AppSummary, 'id' | 'name' | 'logo'>
/** `on`: a trigger. */
export type Chosen = { app: Named; action: { id: string; title: string }; on: boolean }
type Picked = { app: AppSummary } | Chosen

/** Why no action and no trigger can be added here; null where one can. */
export interface Closed {
  action: string | null
  trigger: string | null
}

const triggerChoice = (app: Named, trigger: { id: string; title: string }, heading: string, hint: string): Choice => ({
  key: `on:${app.id}/${trigger.id}`,
  heading,
  label: trigger.title,
  hint,
  icon: <AppLogo logo={app.logo} name={app.name} />,
  reason: null,
  mark: <Zap aria-label={t('Trigger')} className="size-4 shrink-0 text-marigold-ink" />,
})

const actionChoice = (
  app: Named,
  action: ActionMatch,
  heading: string,
  hint: string,
  reason: string | null,
): Choice => ({
  key: `action:${app.id}/${action.id}`,
  heading,
  label: action.title,
  hint,
  icon: <AppLogo logo={app.logo} name={app.name} />,
  reason,
  mark: <EffectBadge effect={action.effect} />,
})

const appChoice = (app: AppSummary, reason: string | null): Choice => ({
  key: `app:${app.id}`,
  heading: t('Apps'),
  label: app.name,
  hint: app.description,
  icon: <AppLogo logo={app.logo} name={app.name} />,
  reason,
  mark: <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />,
})

/**
 * Apps and their best actions for what is typed.
 * @param closed why nothing can be added here
 */
export function useAppChoices(
  typed: string,
  closed: Closed,
): {
  choices: readonly Choice[]
  /** Nothing is known yet. */
  waiting: boolean
  /** They are not those of the words typed yet. */
  stale: boolean
  note: string | null
  pick: (key: string) => Picked | null
} {
  const text = typed.trim()
  const search = usePaused(text, PAUSE_MS)
  const { data, isFetching, isPending, isError } = useQuery({
    ...appsQuery(search === '' ? { limit: OFFERED } : { search_term: search, limit: SHOWN }),
    retry: false,
  })
  const apps = data?.items ?? []
  const matches =
    search === '' || text === '' ? [] : apps.flatMap((app) => app.matches.map((action) => ({ app, action })))
  // A second trigger can’t be added: there is no use in listing them.
  const triggers =
    search === '' || text === '' || closed.trigger !== null
      ? []
      : apps.flatMap((app) => app.trigger_matches.map((trigger) => ({ app, trigger })))
  const choices = [
    ...triggers.map(({ app, trigger }) => triggerChoice(app, trigger, t('In apps'), app.name)),
    ...matches.map(({ app, action }) => actionChoice(app, action, t('In apps'), app.name, closed.action)),
    ...apps.map((app) => appChoice(app, closed.trigger === null ? null : closed.action)),
  ]
  const isSearching = search !== text || (isFetching && data === undefined)
  return {
    choices,
    waiting: isPending,
    stale: isSearching,
    note: isError
      ? t('Apps can’t be searched right now.')
      : isSearching
        ? t('Searching apps...')
        : alsoIn([...triggers, ...matches]),
    pick: (key) => {
      const app = apps.find(({ id }) => key === `app:${id}`)
      if (app) return { app }
      const on = triggers.find((one) => key === `on:${one.app.id}/${one.trigger.id}`)
      if (on) return { app: on.app, action: on.trigger, on: true }
      const match = matches.find((one) => key === `action:${one.app.id}/${one.action.id}`)
      return match ? { ...match, on: false } : null
    },
  }
}

/** What starts a workflow in one app: its own triggers, then its lists. */
const triggersOf = (app: AppDetail) => {
  const lists = new Set(app.watchable)
  const watched = app.action_groups.flatMap(({ actions }) => actions.filter(({ id }) => lists.has(id)))
  return [
    ...app.triggers.map((trigger) => ({
      heading: t('Triggers'),
      trigger,
      label: trigger.title,
      words: trigger.description,
    })),
    ...watched.map((action) => {
      const title = t('New item in “{title}”', { title: action.title })
      const trigger = { id: `watch.${action.id}`, title, description: t('Starts when the list has something new.') }
      return {
        heading: t('Watch a list'),
        trigger,
        label: title,
        words: `${action.description} new watch`,
      }
    }),
  ]
}

/** The triggers and actions of one app, in its own groups. */
export function useActionChoices(
  id: string,
  closed: Closed,
): {
  find: (text: string) => readonly Choice[]
  note: string | null
  waiting: boolean
  pick: (key: string) => Chosen | null
} {
  const { data: app, isError } = useQuery({ ...appQuery(id), retry: false })
  const actions = (app?.action_groups ?? []).flatMap(({ name, actions: list }) =>
    list.map((action) => ({
      group: name || t('Actions'),
      action,
      label: action.title,
      words: `${action.description} ${name}`,
    })),
  )
  const triggers = app && closed.trigger === null ? triggersOf(app) : []
  return {
    find: (text) => {
      if (!app) return []
      const heading = (usual: string) => (text.trim() === '' ? usual : t('Found'))
      return [
        ...found(triggers, text).map((one) =>
          triggerChoice(app, one.trigger, heading(one.heading), one.trigger.description),
        ),
        ...found(actions, text).map(({ group, action }) =>
          actionChoice(app, action, heading(group), action.description, closed.action),
        ),
      ]
    },
    note: isError ? t('This app can’t be loaded right now.') : null,
    waiting: !app,
    pick: (key) => {
      const picked = actions.find(({ action }) => key === `action:${id}/${action.id}`)
      if (app && picked) return { app, action: picked.action, on: false }
      const on = triggers.find(({ trigger }) => key === `on:${id}/${trigger.id}`)
      return app && on ? { app, action: on.trigger, on: true } : null
    },
  }
}

/** The account that a new step begins with: the only one there is. */
export async function onlyAccount(app: string): Promise<string | null> {
  const list = await queryClient.ensureQueryData(credentialsQuery).catch(() => null)
  const [first, second] = (list?.items ?? []).filter(({ connector, status }) => connector === app && status === 'ready')
  return first && !second ? first.id : null
}

/** @param own whether the workflow belongs to the person: in that of another their accounts can’t be used */
export async function additionOf(entry: PaletteEntry, { app, action, on }: Chosen, own: boolean): Promise<Addition> {
  const name = on ? onTrigger(action.id) : action.id
  const [account, found] = await Promise.all([own ? onlyAccount(app.id) : null, askAction(`${app.id}/${name}`)])
  const input = found ? usualInput(appFieldsOf(found.input_schema)) : {}
  return {
    ...entry,
    title: action.title.slice(0, 120),
    config: (on ? appTriggerConfig : appConfig)(app, action, account, input),
    // The account stays with the app.
    keeps: (old) => (actionOf(old)?.startsWith(`${app.id}/`) === true && accountOf(old) !== null ? ['credential'] : []),
  }
}
