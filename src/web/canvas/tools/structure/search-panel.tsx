import { Replace, Search, X } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { type Found, findTexts, MOST_FOUND, replacing } from '#web/canvas/model/graph/search-replace.ts'
import { useFieldTitle } from '#web/canvas/services/analysis/use-field-title.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { PanelFrame } from '#web/canvas/view/frame/panel-frame.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ExchangeSection } from './exchange-section.tsx'

/** Searches everything written in the workflow, and replaces it: one place, some, or all. */
export function SearchPanel() {
  const view = useView()
  const open = useStore(view.panel) === 'search'
  return open ? <Searching onClose={() => view.panel.set(null)} /> : null
}

function useSearch() {
  const draft = useDraft()
  const document = useStore(draft.document)
  const [text, setText] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const sought = useDeferredValue(text)
  const found = useMemo(() => findTexts(document, { text: sought, matchCase }), [document, sought, matchCase])
  return { text, setText, matchCase, setMatchCase, found, search: { text: sought, matchCase } }
}

function Searching({ onClose }: { onClose: () => void }) {
  const [draft, view] = [useDraft(), useView()]
  const { text, setText, matchCase, setMatchCase, found, search } = useSearch()
  const [by, setBy] = useState('')
  const first = useRef<HTMLInputElement>(null)
  const readOnly = useStore(draft.save).state === 'read_only'
  const { own } = useStore(view.about)
  const count = found.reduce((sum, { places }) => sum + places.length, 0)
  const replace = (which: readonly Found[]) => {
    const { operation, count: done, kept } = replacing(draft.document.get(), search, by, which)
    const left = kept.map(({ name, reason }) => t('“{name}” stays: {reason}.', { name, reason })).join(' ')
    const sought = search.text.slice(0, 40)
    const label =
      done === 1
        ? t('Replaced “{text}” 1 time', { text: sought })
        : t('Replaced “{text}” {count} times', { text: sought, count: done })
    if (operation && !draft.perform(operation, { label })) return
    view.message.set({ text: `${operation ? `${label}.` : ''} ${left}`.trim(), tone: kept.length > 0 ? 'bad' : 'info' })
    // The button that was pressed may be gone.
    first.current?.focus()
  }
  return (
    <PanelFrame label={t('Search and replace')} onEscape={onClose}>
      <header className="flex items-center justify-between gap-2 border-line border-b px-4 py-2.5">
        <h2 className="font-medium">{t('Search and replace')}</h2>
        <IconButton size="sm" label={t('Close search')} onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <div className="grid min-h-0 grow grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto p-4">
        <TextField
          ref={first}
          label={t('Search for')}
          icon={<Search aria-hidden="true" />}
          value={text}
          maxLength={1000}
          autoFocus
          help={t('In titles, settings, notes and groups.')}
          onChange={(event) => setText(event.target.value)}
        />
        <Checkbox
          label={t('Match case')}
          checked={matchCase}
          onChange={(event) => setMatchCase(event.target.checked)}
        />
        {!readOnly && (
          <>
            <TextField
              label={t('Replace with')}
              value={by}
              maxLength={10_000}
              onChange={(event) => setBy(event.target.value)}
            />
            <Button
              icon={<Replace aria-hidden="true" />}
              reason={found.length === 0 ? t('Nothing found yet') : undefined}
              onClick={() => replace(found)}
            >
              {found.length === 0 ? t('Replace all') : t('Replace all {count}', { count })}
            </Button>
          </>
        )}
        <p role="status" className="text-muted text-base">
          {text === ''
            ? ''
            : found.length === 0
              ? t('Nothing found.')
              : t(found.length === MOST_FOUND ? '{places} in {texts}, and more' : '{places} in {texts}', {
                  places: count === 1 ? t('1 place') : t('{count} places', { count }),
                  texts: found.length === 1 ? t('1 text') : t('{count} texts', { count: found.length }),
                })}
        </p>
        {found.length > 0 && (
          <ul aria-label={t('Found')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {found.slice(0, 200).map((one) => (
              <Hit key={one.key} found={one} onReplace={readOnly ? null : () => replace([one])} />
            ))}
          </ul>
        )}
        {found.length > 200 && <p className="text-muted text-base">{t('The first 200 are shown.')}</p>}
        {!readOnly && own && <ExchangeSection />}
      </div>
    </PanelFrame>
  )
}

const AROUND = 40

/** The text around its first places, these marked. */
function marked({ text, places }: Found): ReactNode[] {
  const [first] = places
  if (!first) return []
  const start = Math.max(0, first[0] - AROUND)
  const end = Math.min(text.length, first[1] + AROUND * 3)
  const parts: ReactNode[] = [start > 0 ? '…' : '']
  let at = start
  for (const [from, to] of places) {
    if (from < at || to > end) break
    parts.push(
      text.slice(at, from),
      <mark key={from} className="rounded-sm bg-marigold-soft text-marigold-ink">
        {text.slice(from, to)}
      </mark>,
    )
    at = to
  }
  return [...parts, text.slice(at, end), end < text.length ? '…' : '']
}

/** What the place of a text is called: a field of settings as on their form. */
function usePlace({ where }: Found): string {
  const node = usePart(useDraft().document, ({ nodes }) => nodes.find(({ id }) => 'node' in where && id === where.node))
  const titleOf = useFieldTitle(node?.type ?? null)
  if (!('path' in where)) return 'note' in where ? t('Text') : 'description' in where ? t('Description') : t('Title')
  return titleOf(where.path.split('.'), node?.config) ?? where.path.replaceAll('.', ' › ')
}

function Hit({ found, onReplace }: { found: Found; onReplace: (() => void) | null }) {
  const [draft, view] = [useDraft(), useView()]
  const place = usePlace(found)
  const show = () => {
    const { where } = found
    if ('node' in where) {
      draft.selection.set({ ...NOTHING, nodes: new Set([where.node]) })
      view.camera.get()?.show({ node: where.node }, { focus: false })
      view.open.set('path' in where ? where.node : null)
    } else if ('note' in where) draft.selection.set({ ...NOTHING, notes: new Set([where.note]) })
    else {
      const group = draft.document.get().groups.find(({ id }) => id === where.group)
      draft.selection.set({ ...NOTHING, nodes: new Set(group?.nodes) })
    }
  }
  return (
    <li className="flex items-start gap-2 rounded border border-line p-2">
      <button type="button" onClick={show} className="grid min-w-0 grow gap-0.5 rounded-sm text-left hover:text-indigo">
        <span className="truncate font-medium text-xs">
          <bdi>{found.name}</bdi> <span className="font-normal text-muted">{place}</span>
        </span>
        <bdi className="break-words text-muted text-base [overflow-wrap:anywhere]">{marked(found)}</bdi>
      </button>
      {onReplace && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('Replace in {name}, {place}', { name: found.name, place })}
          onClick={onReplace}
        >
          {t('Replace')}
        </Button>
      )}
    </li>
  )
}
