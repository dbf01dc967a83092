import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#web/lib/language.ts'
import { pageActions } from '#web/lib/page-actions.ts'
import { useStore } from '#web/lib/store.ts'
import { searchPath } from '#web/paths.ts'
import {
  actionEntries,
  docEntries,
  type Entry,
  filterEntries,
  parseScope,
  thingEntries,
  useEntries,
} from './palette-entries.ts'
import { useFound } from './palette-found.tsx'
import { PaletteHelp } from './palette-help.tsx'

const item =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded px-3 data-[selected=true]:bg-indigo-soft data-[selected=true]:text-indigo'
const group =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs'

/**
 * Tells screen readers which entry is selected. The library keeps naming an entry after it has left the list.
 * @returns how to stop
 */
function nameChosen(dialog: HTMLElement): () => void {
  const tell = () => {
    const id = dialog.querySelector('[role="option"][aria-selected="true"]')?.id
    for (const element of dialog.querySelectorAll('[role="combobox"], [role="listbox"]'))
      if (element.getAttribute('aria-activedescendant') !== (id ?? null)) {
        if (id) element.setAttribute('aria-activedescendant', id)
        else element.removeAttribute('aria-activedescendant')
      }
  }
  const watch = new MutationObserver(tell)
  const attributeFilter = ['aria-selected', 'aria-activedescendant']
  watch.observe(dialog, { subtree: true, childList: true, attributes: true, attributeFilter })
  tell()
  return () => watch.disconnect()
}

/**
 * ⌘K: every page the user may open, agents, their workflows, runs and services, nodes, settings, documentation and
 * actions.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const { places, settings, actions } = useEntries()
  const page = useStore(pageActions)
  const navigate = useNavigate()
  const { scope, words } = parseScope(text)
  const go = (href: string) => void navigate(href)
  const isIn = (one: typeof scope) => scope === 'all' || scope === one
  const found = useFound(useDeferredValue(isIn('work') ? words.trim() : ''), go)
  useEffect(() => {
    ref.current?.showModal()
    ref.current?.querySelector('input')?.focus()
    return ref.current ? nameChosen(ref.current) : undefined
  }, [])
  const pick = (act: () => void) => () => {
    onClose()
    act()
  }
  const list = (heading: string, entries: readonly Entry[]) =>
    entries.length > 0 && (
      <Command.Group key={heading} heading={heading} className={group}>
        {entries.map((entry) => (
          <Command.Item key={entry.key} value={entry.key} onSelect={pick(entry.act)} className={item}>
            <bdi className="min-w-0 grow truncate">{entry.label}</bdi>
            {entry.hint && <span className="truncate text-muted text-xs">{entry.hint}</span>}
          </Command.Item>
        ))}
      </Command.Group>
    )
  const fitting = (entries: readonly Entry[]) => filterEntries(entries, words)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Escape is the keyboard's way
    <dialog
      ref={ref}
      aria-label={t('Command palette')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12vh] w-[calc(100vw-2rem)] max-w-xl animate-rise surface-raised p-0"
    >
      <Command label={t('Command palette')} shouldFilter={false}>
        <div className="flex items-center gap-3 border-line border-b px-4">
          <Search aria-hidden="true" className="size-4 text-muted" />
          <Command.Input
            value={text}
            onValueChange={setText}
            placeholder={t('Search pages, agents and commands')}
            className="h-12 grow bg-transparent outline-none placeholder:text-muted"
          />
        </div>
        <Command.List className="max-h-[50vh] overflow-y-auto p-2">
          {/* What is at hand comes first. */}
          {page && isIn('nodes') && text.trim() !== '' && list(t('Nodes'), fitting(thingEntries(page)))}
          {page && isIn('commands') && list(page.heading, fitting(actionEntries(page)))}
          {scope === 'all' &&
            text.trim() &&
            list(t('Search'), [
              {
                key: 'search',
                label: t('Search the marketplace for “{search}”', { search: text.trim() }),
                act: () => void navigate(searchPath(text)),
              },
            ])}
          {isIn('commands') && list(t('Pages'), fitting(places))}
          {found.map(({ heading, entries }) => list(heading, entries))}
          {/* Many and seldom wanted: they come when one asks. */}
          {isIn('commands') && text.trim() && list(t('Settings'), fitting(settings))}
          {isIn('commands') && text.trim() && list(t('Documentation'), fitting(docEntries(go)))}
          {isIn('commands') && list(t('Actions'), fitting(actions))}
          <Command.Empty className="px-3 py-4 text-muted">
            {scope === 'nodes' && !page
              ? t('Open a workflow to search its nodes.')
              : scope === 'work' && words.trim().length < 2
                ? t('Type at least two letters.')
                : t('No results')}
          </Command.Empty>
        </Command.List>
        <PaletteHelp onSign={(sign) => setText(sign)} />
      </Command>
    </dialog>
  )
}
