/** One line about a result, for tables of many: its single values, first findings and lowest confidence. */
import type { Json } from '#contract/core/primitives.ts'
import { BATCH } from '#contract/services/batch-values.ts'
import { type Finding, findingsOf, words } from './finding.ts'
import { readResult } from './result.ts'
import { tabsOf } from './views.ts'

export interface Summary {
  fields: Record<string, string>
  top: string
  findings: number
  /** 0 to 1; null where no finding has one. */
  confidence: number | null
  pages: number | null
}

const MOST = { value: 200, name: 60, top: 5, top_chars: 300 } as const
/** What the view names as a field has an id that says so. */
const FIELD = 'field:'

const cut = (text: string, most: number): string => {
  const flat = text.replace(/\s+/g, ' ').trim().toWellFormed().replaceAll('\0', '')
  return flat.length > most ? `${flat.slice(0, most - 1).toWellFormed()}…` : flat
}

function single(value: Json | undefined): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? cut(value, MOST.value) : null
}

const topOf = (findings: readonly Finding[]): string =>
  cut(
    findings
      .slice(0, MOST.top)
      .map(({ label, title }) => (title === null ? label : `${label} ${title}`))
      .join('; '),
    MOST.top_chars,
  )

/** Of how a result was made, the same for every document. */
const TECHNICAL: ReadonlySet<string> = new Set(['code_system', 'table_version'])

/** @param view of the agent, for an output that doesn’t carry its own */
export function summarise(output: Json, view: string | null): Summary {
  const result = readResult(output, view, null)
  const tabs = tabsOf(result)
  const findings = tabs.flatMap(findingsOf)
  const fields: Record<string, string> = {}
  const add = (name: string, value: string | null) => {
    const key = cut(name, MOST.name)
    if (value !== null && key !== '' && Object.keys(fields).length < BATCH.columns) fields[key] ??= value
  }
  for (const { id, label } of findings)
    if (id.startsWith(FIELD)) add(id.slice(FIELD.length).replace(/#\d+$/, ''), cut(label, MOST.value))
  for (const [name, value] of Object.entries(result.data)) if (!TECHNICAL.has(name)) add(words(name), single(value))
  const found = tabs
    .flatMap(({ sections }) => sections.flatMap((section) => (section.isAside ? [] : section.findings)))
    .filter(({ id }) => !id.startsWith(FIELD))
  const sure = findings.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]))
  return {
    fields,
    top: topOf(found),
    findings: findings.length,
    confidence: sure.length === 0 ? null : Math.min(...sure.slice(0, 10_000)),
    pages: result.document === null || result.document.page_count === 0 ? null : result.document.page_count,
  }
}
