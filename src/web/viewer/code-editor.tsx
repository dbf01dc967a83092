/** Correcting a code: only codes of the installed table can be chosen. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { CODE_LIMITS, type CodeSystem } from '#contract/agents/code-values.ts'
import type { MedicalCode } from '#contract/agents/codes.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

const TABLE_NAMES: Record<CodeSystem, string> = { icd10cm: 'ICD-10-CM', hcpcs: 'HCPCS' }

const isSameCode = (code: string, typed: string): boolean => {
  const bare = (text: string) => text.toUpperCase().replaceAll(/[.\s]/g, '')
  return bare(code) === bare(typed)
}

interface CodeEditorProps {
  system: CodeSystem
  initial: string
  /** The chosen code; null when it was given up. */
  onDone: (code: string | null) => void
}

/** A search in the code table. What was typed is only taken when it is one of its codes. */
export function CodeEditor({ system, initial, onDone }: CodeEditorProps) {
  const [typed, setTyped] = useState(initial)
  const [active, setActive] = useState(0)
  const [refused, setRefused] = useState<string | null>(null)
  const id = useId()
  const { codes, isCurrent, error } = useCodes(system, typed.trim())
  const option = (index: number) => `${id}-${index}`
  const choose = (code: MedicalCode | undefined) => {
    if (code !== undefined) onDone(code.code)
    else setRefused(typed.trim())
  }
  const takeTyped = () => {
    if (!isCurrent) return
    choose(codes.find(({ code }) => isSameCode(code, typed)) ?? (active > 0 ? codes[active - 1] : undefined))
  }
  const move = (event: KeyboardEvent, to: number) => {
    event.preventDefault()
    setActive(Math.min(Math.max(to, 0), codes.length))
    document.getElementById(option(to - 1))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone(null)
    else if (event.key === 'ArrowDown') move(event, active + 1)
    else if (event.key === 'ArrowUp') move(event, active - 1)
    else if (event.key === 'Enter') {
      event.preventDefault()
      if (active > 0) choose(codes[active - 1])
      else takeTyped()
    }
  }
  return (
    <div className="grid gap-2 px-3 pb-3">
      <TextField
        label={t('Correct code')}
        help={t('Type a code or words from its description, then choose a code from the {table} table.', {
          table: TABLE_NAMES[system],
        })}
        error={messageOf(system, refused, error)}
        autoFocus
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={codes.length > 0}
        aria-controls={id}
        aria-activedescendant={active > 0 ? option(active - 1) : undefined}
        maxLength={CODE_LIMITS.words}
        value={typed}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
          setRefused(null)
        }}
        onKeyDown={onKeyDown}
      />
      <Matches {...{ id, codes, option }} active={active - 1} onChoose={choose} />
      <p role="status" className="text-muted text-base">
        {typed.trim() !== '' && isCurrent && codes.length === 0
          ? t('No {table} codes match.', { table: TABLE_NAMES[system] })
          : ''}
      </p>
      <div className="flex gap-2">
        <Button
          size="sm"
          onClick={takeTyped}
          disabled={typed.trim() === ''}
          busy={isCurrent ? undefined : t('Searching')}
        >
          {t('Save')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onDone(null)}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}

const messageOf = (system: CodeSystem, refused: string | null, error: Error | null): string | undefined => {
  if (error !== null) return t("The code table can't be searched right now. Try again.")
  if (refused === null) return undefined
  return t("“{code}” isn't a code in the installed {table} table. Choose a code from the list.", {
    code: refused,
    table: TABLE_NAMES[system],
  })
}

interface MatchesProps {
  id: string
  codes: readonly MedicalCode[]
  active: number
  option: (index: number) => string
  onChoose: (code: MedicalCode) => void
}

function Matches({ id, codes, active, option, onChoose }: MatchesProps) {
  return (
    <div
      role="listbox"
      id={id}
      aria-label={t('Matching codes')}
      className={codes.length > 0 ? 'max-h-64 overflow-y-auto surface-card' : undefined}
    >
      {codes.map((code, index) => (
        // The field keeps the focus: the arrow keys choose.
        <div
          key={code.code}
          role="option"
          id={option(index)}
          aria-selected={index === active}
          tabIndex={-1}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(code)}
          onKeyDown={(event) => event.key === 'Enter' && onChoose(code)}
          className={`flex cursor-pointer flex-wrap items-baseline gap-x-2.5 px-3 py-1.5 ${index === active ? 'bg-indigo-soft' : 'hover:bg-hover'}`}
        >
          <span className="font-mono font-semibold">{code.code}</span>
          <span className="min-w-0 flex-1 basis-40">{code.description}</span>
          {!code.billable && <Badge tone="warn">{t('Not billable')}</Badge>}
        </div>
      ))}
    </div>
  )
}

/** The codes that match, and whether they belong to what is typed now. */
function useCodes(system: CodeSystem, typed: string) {
  const text = useDeferredValue(typed)
  const query = useQuery({
    ...q('searchCodes', { params: { system }, query: { q: text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const isCurrent = text === typed && (text === '' || (!query.isPlaceholderData && !query.isPending))
  return { codes: text === '' ? [] : (query.data?.codes ?? []), isCurrent, error: query.error }
}
