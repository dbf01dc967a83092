/** Apps and their actions among the choices of the next step: the server searches, our own nodes never wait for it. */
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { queryClient } from '#web/api/query-client.ts'
import { appFieldsOf, usualInput } from '#web/canvas/model/fields/app-fields.ts'
import { accountOf, actionOf, appConfig } from '#web/canvas/model/graph/app-step.ts'
import type { PaletteEntry } from '#web/canvas/services/analysis/answers.ts'
import { askAction } from '#web/canvas/services/queries/app-actions.ts'
import { usePaused } from '#web/lib/use-paused.ts'
import { credentialsQuery } from '#web/parts/accounts/credentials/credentials-query.ts'
import { AppLogo } from '#web/parts/connectors/app-logo.tsx'
import { type ActionMatch, type AppSummary, appQuery, appsQuery } from '#web/parts/connectors/app-queries.ts'
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
  const rest = names.length > 3 ? ` and ${names.length - 3} more` : ''
  return `Also in apps: ${names.slice(0, 3).join(', ')}${rest}`
}

type Named = Pick<AppSummary, 'id' | 'name' | 'logo'>
type Picked = { app: AppSummary } | { app: Named; action: ActionMatch }

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
  heading: 'Apps',
  label: app.name,
  hint: app.description,
  icon: <AppLogo logo={app.logo} name={app.name} />,
  reason,
  mark: <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />,
})

/**
 * Apps and their best actions for what is typed.
 * @param reason why no step can be added here
 */
export function useAppChoices(
  typed: string,
  reason: string | null,
): { choices: readonly Choice[]; note: string | null; pick: (key: string) => Picked | null } {
  const text = typed.trim()
  const search = usePaused(text, PAUSE_MS)
  const { data, isFetching, isError } = useQuery({
    ...appsQuery(search === '' ? { limit: OFFERED } : { search_term: search, limit: SHOWN }),
    placeholderData: (last) => last,
    retry: false,
  })
  const apps = data?.items ?? []
  const matches =
    search === '' || text === '' ? [] : apps.flatMap((app) => app.matches.map((action) => ({ app, action })))
  const choices = [
    ...matches.map(({ app, action }) => actionChoice(app, action, 'In apps', app.name, reason)),
    ...apps.map((app) => appChoice(app, reason)),
  ]
  const isSearching = text !== '' && (search !== text || isFetching)
  return {
    choices,
    note: isError ? 'Apps can’t be searched right now.' : isSearching ? 'Searching apps...' : alsoIn(matches),
    pick: (key) => {
      const app = apps.find(({ id }) => key === `app:${id}`)
      return app ? { app } : (matches.find((one) => key === `action:${one.app.id}/${one.action.id}`) ?? null)
    },
  }
}

/** The actions of one app, in its own groups. */
export function useActionChoices(
  id: string,
  reason: string | null,
): {
  find: (text: string) => readonly Choice[]
  note: string | null
  waiting: boolean
  pick: (key: string) => { app: Named; action: ActionMatch } | null
} {
  const { data: app, isError } = useQuery({ ...appQuery(id), retry: false })
  const actions = (app?.action_groups ?? []).flatMap(({ name, actions: list }) =>
    list.map((action) => ({
      group: name || 'Actions',
      action,
      label: action.title,
      words: `${action.description} ${name}`,
    })),
  )
  return {
    find: (text) =>
      app
        ? found(actions, text).map(({ group, action }) =>
            actionChoice(app, action, text.trim() === '' ? group : 'Found', action.description, reason),
          )
        : [],
    note: isError ? 'The actions of this app can’t be loaded right now.' : null,
    waiting: !app,
    pick: (key) => {
      const picked = actions.find(({ action }) => key === `action:${id}/${action.id}`)
      return app && picked ? { app, action: picked.action } : null
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
export async function additionOf(
  entry: PaletteEntry,
  app: Named,
  action: ActionMatch,
  own: boolean,
): Promise<Addition> {
  const [account, found] = await Promise.all([own ? onlyAccount(app.id) : null, askAction(`${app.id}/${action.id}`)])
  const input = found ? usualInput(appFieldsOf(found.input_schema)) : {}
  return {
    ...entry,
    title: action.title.slice(0, 120),
    config: appConfig(app, action, account, input),
    // The account stays with the app.
    keeps: (old) => (actionOf(old)?.startsWith(`${app.id}/`) === true && accountOf(old) !== null ? ['credential'] : []),
  }
}
