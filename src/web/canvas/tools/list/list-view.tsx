import { ListPlus, Plus, Redo2, Search, StickyNote, Undo2 } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import type { Camera } from '#web/canvas/model/draft/view.ts'
import { CARD, GAP } from '#web/canvas/model/graph/sizes.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useAct } from '#web/canvas/tools/commands/use-actions.ts'
import { focusStep } from '#web/canvas/view/frame/late-focus.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ListGroups, ListNotes } from './extras.tsx'
import { RowList } from './row-list.tsx'
import { filtered, rowsOf } from './rows.ts'

const still = () => {}

/** What the camera is for the canvas: brings a row into sight and gives it the focus. New nodes go behind all others. */
const rowCamera = (
  root: RefObject<HTMLElement | null>,
  draft: Draft,
  reach: RefObject<((id: string) => void) | null>,
): Camera => {
  const idOf = (target: { node: string } | { edge: string }) => {
    const edge = 'edge' in target ? draft.document.get().edges.find(({ id }) => id === target.edge) : undefined
    return 'node' in target ? target.node : edge?.from.node
  }
  return {
    fit: still,
    panBy: still,
    zoomBy: still,
    zoomTo: still,
    lookAt: still,
    center: () => {
      const { nodes } = draft.document.get()
      if (nodes.length === 0) return { x: 0, y: 0 }
      const x = Math.max(...nodes.map(({ position }) => position.x)) + CARD.width + GAP.x
      return { x, y: Math.min(...nodes.map(({ position }) => position.y)) }
    },
    pointer: () => null,
    show: (target, { focus = true } = {}) => {
      const id = idOf(target) ?? ''
      const find = () => root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
      const seek = () => reach.current?.(id)
      const reveal = (row: HTMLElement) => row.scrollIntoView({ block: 'nearest' })
      if (focus) return focusStep({ find, seek, reveal })
      // The row of what was added just now is there a moment later.
      requestAnimationFrame(() => {
        const row = find()
        if (row) reveal(row)
        else seek()
      })
    },
    screenOf: (place) => place,
  }
}

/**
 * The same workflow as a list: everything the canvas does, for the keyboard, a screen reader and a small screen.
 * @param children above the rows
 */
export function ListView({ children }: { children: ReactNode }) {
  const [draft, view] = [useDraft(), useView()]
  const act = useAct()
  const root = useRef<HTMLElement>(null)
  const reach = useRef<((id: string) => void) | null>(null)
  const document = useStore(draft.document)
  const analysis = useStore(draft.analysis)
  const readOnly = useStore(draft.save).state === 'read_only'
  const [text, setText] = useState('')
  const rows = useMemo(() => rowsOf(document, analysis), [document, analysis])
  const shown = filtered(rows, text)
  useWriting(root)
  useEffect(() => {
    const camera = rowCamera(root, draft, reach)
    view.camera.set(camera)
    return () => {
      if (view.camera.get() === camera) view.camera.set(null)
    }
  }, [draft, view])
  return (
    <section
      ref={root}
      data-canvas=""
      aria-label={t('Workflow list')}
      className="relative min-h-0 min-w-0 grow overflow-y-auto bg-paper"
    >
      <div className="mx-auto grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-5">
        {children}
        <section aria-label={t('Nodes')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="mr-auto text-lg">
              {rows.length === 1 ? t('1 node') : t('{count} nodes', { count: rows.length })}
              {shown.length < rows.length && (
                <span className="text-muted">{t(', {count} shown', { count: shown.length })}</span>
              )}
            </h2>
            {rows.length > 5 && (
              <div className="w-56 max-w-full">
                <TextField
                  label={t('Filter nodes')}
                  hideLabel
                  placeholder={t('Filter')}
                  icon={<Search aria-hidden="true" />}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              </div>
            )}
            {!readOnly && <Tools act={act} empty={rows.length === 0} />}
          </div>
          {rows.length === 0 && (
            <EmptyState
              icon={<ListPlus aria-hidden="true" />}
              title={t('Nothing here yet')}
              action={
                readOnly ? undefined : (
                  <Button variant="primary" onClick={() => act('add')}>
                    {t('Add first node')}
                  </Button>
                )
              }
            >
              {t('A workflow starts with a trigger: a person, a schedule, a form or an email.')}
            </EmptyState>
          )}
          <RowList rows={shown} groups={document.groups} readOnly={readOnly} scroller={root} reach={reach} />
          {shown.length === 0 && rows.length > 0 && (
            <p role="status" className="text-muted">
              {t('No nodes match.')}
            </p>
          )}
        </section>
        <ListGroups groups={document.groups} readOnly={readOnly} />
        <ListNotes notes={document.notes} readOnly={readOnly} />
      </div>
    </section>
  )
}

/** A note or a group that is to be written gets the cursor. */
function useWriting(root: RefObject<HTMLElement | null>) {
  const view = useView()
  const writing = useStore(view.writing)
  useEffect(() => {
    if (writing === null) return
    view.writing.set(null)
    if ('note' in writing)
      root.current?.querySelector<HTMLElement>(`[data-note="${CSS.escape(writing.note)}"] textarea`)?.focus()
    else root.current?.querySelector<HTMLElement>(`[data-group="${CSS.escape(writing.group)}"] input`)?.focus()
  }, [writing, view, root])
}

function Tools({ act, empty }: { act: (id: string) => void; empty: boolean }) {
  const { undo, redo } = useStore(useDraft().history)
  const last = (steps: readonly { label: string }[], word: string) =>
    steps.length > 0 ? `${word}: ${steps.at(-1)?.label}` : word
  return (
    <>
      <span className="flex">
        <IconButton size="sm" label={last(undo, t('Undo'))} disabled={undo.length === 0} onClick={() => act('undo')}>
          <Undo2 aria-hidden="true" />
        </IconButton>
        <IconButton size="sm" label={last(redo, t('Redo'))} disabled={redo.length === 0} onClick={() => act('redo')}>
          <Redo2 aria-hidden="true" />
        </IconButton>
      </span>
      <Button size="sm" icon={<StickyNote aria-hidden="true" />} onClick={() => act('add-note')}>
        {t('Add note')}
      </Button>
      {!empty && (
        <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={() => act('add')}>
          {t('Add node')}
        </Button>
      )}
    </>
  )
}
