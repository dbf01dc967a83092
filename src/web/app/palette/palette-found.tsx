/** What the server finds for the command palette: agents, and one's own workflows, runs and services. */
import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { formatRelative } from '#web/lib/time.ts'
import { paths } from '#web/paths.ts'
import { type Entry, matchesWords } from './palette-entries.ts'

const MOST = 5

/** @param search what is typed, settled. @param open goes to an address */
export function useFound(search: string, open: (href: string) => void): { heading: string; entries: Entry[] }[] {
  const user = useUser()
  const long = search.length > 1
  const mine = long && user !== null && !user.is_fallback
  const agents = useQuery({ ...q('listAgents', { query: { search, page_size: MOST } }), enabled: long })
  const runs = useQuery({ ...q('listExecutions', { query: { search, limit: MOST } }), enabled: mine })
  const builds = mine && user.permissions.includes('workflows.create')
  const workflows = useQuery({ ...q('listWorkflows', { query: { search, limit: MOST } }), enabled: builds })
  const services = useQuery({ ...q('listServices', { query: { limit: 100 } }), enabled: mine })
  if (!long) return []
  return [
    {
      heading: t('Agents'),
      entries: (agents.data?.agents ?? []).map(({ id, slug, name, category }) => ({
        key: `agent ${id}`,
        label: name,
        hint: t(category.name),
        act: () => open(paths.agent(slug)),
      })),
    },
    {
      heading: t('Workflows'),
      entries: ((builds && workflows.data?.items) || []).map(({ id, name, updated_at }) => ({
        key: `workflow ${id}`,
        label: name,
        hint: formatRelative(updated_at),
        act: () => open(paths.designer(id)),
      })),
    },
    {
      heading: t('My AI Services'),
      entries: ((mine && services.data?.items) || [])
        .map(({ id, name, agent }) => ({
          key: `service ${id}`,
          label: name,
          hint: agent.name,
          act: () => open(paths.service(id)),
        }))
        .filter((entry) => matchesWords(entry, search))
        .slice(0, MOST),
    },
    {
      heading: t('Runs'),
      entries: ((mine && runs.data?.items) || []).map(({ id, title, agent, workflow, service, created_at }) => {
        const name = service?.name ?? agent?.name ?? workflow.name
        return {
          key: `run ${id}`,
          label: title ?? name,
          hint: [title && name, formatRelative(created_at)].filter(Boolean).join(' · '),
          act: () => open(paths.run(id)),
        }
      }),
    },
  ]
}
