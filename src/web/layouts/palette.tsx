import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { q } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { useTheme } from '#web/lib/theme.ts'
import { paths, searchPath } from '#web/paths.ts'
import { navigationFor } from './navigation.ts'
import { overlay } from './overlay.ts'
import { useSignOut } from './sign-out.ts'

const item =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded px-3 data-[selected=true]:bg-indigo-soft data-[selected=true]:text-indigo'
const group =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs'

interface Entry {
  key: string
  label: string
  hint?: string
  act: () => void
}

/** What can be reached without a search, by who is there. */
function useEntries(): { places: Entry[]; actions: Entry[] } {
  const user = useUser()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { shown, toggle } = useTheme()
  const go = (href: string) => () => void navigate(href)
  const items = user ? navigationFor(user.role, user.permissions) : null
  const places: Entry[] = items
    ? [...items.main, ...items.admin]
        .filter((entry) => !entry.external)
        .map((entry) => ({ key: entry.key, label: entry.name, hint: entry.description, act: go(entry.href) }))
    : [
        { key: 'home', label: 'Home', act: go(paths.home()) },
        { key: 'marketplace', label: 'Marketplace', act: go(paths.marketplace()) },
        { key: 'login', label: 'Login', act: go(paths.login()) },
        { key: 'register', label: 'Sign Up', act: go(paths.register()) },
      ]
  const actions: Entry[] = [
    { key: 'theme', label: shown === 'dark' ? 'Use the light theme' : 'Use the dark theme', act: toggle },
    { key: 'keys', label: 'Keyboard shortcuts', hint: '?', act: () => setTimeout(() => overlay.set('shortcuts')) },
    ...(user ? [{ key: 'out', label: 'Sign Out', act: () => void signOut() }] : []),
  ]
  return { places, actions }
}

const fits = (entry: Entry, text: string) => entry.label.toLowerCase().includes(text.trim().toLowerCase())

/** ⌘K: every page one may open, agents by name, and actions. */
export function Palette({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const { places, actions } = useEntries()
  const navigate = useNavigate()
  useEffect(() => {
    ref.current?.showModal()
    ref.current?.querySelector('input')?.focus()
  }, [])
  const pick = (act: () => void) => () => {
    onClose()
    act()
  }
  const list = (heading: string, entries: readonly Entry[]) => {
    const shown = entries.filter((entry) => fits(entry, text))
    return (
      shown.length > 0 && (
        <Command.Group heading={heading} className={group}>
          {shown.map((entry) => (
            <Command.Item key={entry.key} value={entry.key} onSelect={pick(entry.act)} className={item}>
              <span className="grow">{entry.label}</span>
              {entry.hint && <span className="truncate text-muted text-sm">{entry.hint}</span>}
            </Command.Item>
          ))}
        </Command.Group>
      )
    )
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape is the keyboard's way
    <dialog
      ref={ref}
      aria-label="Command palette"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12vh] w-[calc(100vw-2rem)] max-w-xl animate-rise rounded border border-line bg-surface p-0 shadow-float"
    >
      <Command label="Command palette" shouldFilter={false}>
        <div className="flex items-center gap-3 border-line border-b px-4">
          <Search aria-hidden="true" className="size-4 text-muted" />
          <Command.Input
            value={text}
            onValueChange={setText}
            placeholder="Go to a page, find an agent, do something"
            className="h-12 grow bg-transparent outline-none placeholder:text-muted"
          />
        </div>
        <Command.List className="max-h-[50vh] overflow-y-auto p-2">
          {text.trim() && (
            <Command.Group heading="Search" className={group}>
              <Command.Item value="search" onSelect={pick(() => void navigate(searchPath(text)))} className={item}>
                Search the marketplace for “{text.trim()}”
              </Command.Item>
            </Command.Group>
          )}
          {list('Pages', places)}
          <AgentGroup text={text} onPick={(slug) => pick(() => void navigate(paths.agent(slug)))()} />
          {list('Actions', actions)}
        </Command.List>
      </Command>
    </dialog>
  )
}

function AgentGroup({ text, onPick }: { text: string; onPick: (slug: string) => void }) {
  const search = useDeferredValue(text.trim())
  const { data } = useQuery({ ...q('listAgents', { query: { search, page_size: 5 } }), enabled: search.length > 1 })
  if (search.length < 2 || !data?.agents.length) return null
  return (
    <Command.Group heading="Agents" className={group}>
      {data.agents.map((agent) => (
        <Command.Item key={agent.id} value={agent.id} onSelect={() => onPick(agent.slug)} className={item}>
          <span className="grow">{agent.name}</span>
          <span className="truncate text-muted text-sm">{agent.category.name}</span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}
