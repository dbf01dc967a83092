import { Command } from 'cmdk'
import { useEffect, useRef, useState } from 'react'
import { t } from '#web/lib/language.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { Scope } from './complete.ts'
import { previewText, typeName } from './data-path.ts'
import { type ReadablePath, readablePaths } from './paths.ts'

/** Puts a value into a field from the keyboard: what dragging it from the data does. */
export function ValueList({
  scope,
  field,
  typed = '',
  onPick,
  onClose,
}: {
  scope: Scope
  field: string
  /** The sign that asked for the list: given up, it is what was meant. */
  typed?: string
  onPick: (source: string) => void
  /** `left`: what was typed, where nothing was chosen. */
  onClose: (left: string) => void
}) {
  const [wanted, setWanted] = useState('')
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The dialog gives the focus to its first button when it opens.
    const frame = requestAnimationFrame(() => search.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const groups = new Map<string, ReadablePath[]>()
  for (const path of readablePaths(scope)) groups.set(path.of, [...(groups.get(path.of) ?? []), path])
  return (
    <Dialog
      open
      onClose={() => onClose(typed === '' ? '' : typed + wanted)}
      title={t('Insert value')}
      description={t('Values for {field}', { field })}
    >
      <Command label={t('Values')} className="grid gap-2">
        <Command.Input
          ref={search}
          value={wanted}
          onValueChange={setWanted}
          placeholder={t('Search by name')}
          className="h-9 w-full rounded border border-control bg-surface px-3 text-base placeholder:text-muted"
        />
        <Command.List className="max-h-[50dvh] overflow-y-auto">
          <Command.Empty className="py-6 text-center text-muted">{t('No values match.')}</Command.Empty>
          {[...groups].map(([of, paths]) => (
            <Command.Group
              key={of}
              heading={of}
              className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-base"
            >
              {paths.map(({ path, value }) => (
                <Command.Item
                  key={path}
                  value={`${of} ${path}`}
                  onSelect={() => {
                    onClose('')
                    onPick(path)
                  }}
                  className="flex min-h-8 cursor-pointer items-baseline gap-3 rounded-sm px-2 py-1 data-[selected=true]:bg-indigo-soft"
                >
                  <code className="wrap-anywhere min-w-0 font-mono text-xs">{path}</code>
                  <span className="ml-auto max-w-48 truncate text-muted text-xs">{previewText(value, 40)}</span>
                  <span className="shrink-0 text-muted text-xs">{typeName(value)}</span>
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}
