import { ChevronRight, Copy } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'
import { type DataLine, linesOf } from './data-paths.ts'
import { carries } from './drag-path.ts'

const MOST = 400

export interface DataOf {
  value: Json
  /** The expression that reads it. */
  base: string
  name: string
  search: string
}

/** Fields and their types with a value of each; a line is dragged onto a field of the settings, or its path is copied. */
export function DataTree({ value, base, name, search, label }: DataOf & { label: string }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([base]))
  const lines = linesOf(value, { base, name, open, search, most: MOST })
  const toggle = (path: string) => {
    const next = new Set(open)
    if (!next.delete(path)) next.add(path)
    setOpen(next)
  }
  return (
    <>
      <ul aria-label={label} className="grid text-base">
        {lines.map((line) => (
          <Line key={line.path} line={line} isOpen={open.has(line.path) || search !== ''} onToggle={toggle} />
        ))}
      </ul>
      {lines.length >= MOST && (
        <p className="py-2 text-muted text-base">{t('More data isn’t shown. Search for what you need.')}</p>
      )}
    </>
  )
}

function Line({ line, isOpen, onToggle }: { line: DataLine; isOpen: boolean; onToggle: (path: string) => void }) {
  const view = useView()
  const { path, name, depth, kind, text } = line
  const holds = kind === 'object' || kind === 'list'
  const copy = async () => {
    await navigator.clipboard.writeText(`{{ ${path} }}`)
    view.message.set({ text: t('Copied {{ {path} }}', { path }), tone: 'info' })
  }
  const onKey = ({ key }: KeyboardEvent) => {
    if (holds && ((key === 'ArrowRight' && !isOpen) || (key === 'ArrowLeft' && isOpen))) onToggle(path)
  }
  return (
    <li
      data-path={path}
      {...carries(path)}
      title={path}
      style={{ paddingLeft: `${depth * 0.875}rem` }}
      className="group flex min-h-7 min-w-0 cursor-grab items-center gap-1.5 rounded-sm hover:bg-hover"
    >
      {holds ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? t('Close') : t('Open')} ${name}`}
          onClick={() => onToggle(path)}
          onKeyDown={onKey}
          className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:text-ink"
        >
          <ChevronRight aria-hidden="true" className={`size-3.5 ${isOpen ? 'rotate-90' : ''}`} />
        </button>
      ) : (
        <span className="w-6 shrink-0" />
      )}
      <bdi className="shrink-0 font-medium font-mono text-xs">{name}</bdi>
      <span className="shrink-0 rounded-sm bg-sunken px-1 text-muted text-xs">{kind}</span>
      <bdi className="min-w-0 grow truncate text-muted">{text}</bdi>
      <IconButton
        size="sm"
        label={t('Copy the expression of {name}', { name })}
        onClick={() => void copy()}
        className="opacity-0 focus-visible:opacity-100 group-hover:opacity-100"
      >
        <Copy aria-hidden="true" />
      </IconButton>
    </li>
  )
}
