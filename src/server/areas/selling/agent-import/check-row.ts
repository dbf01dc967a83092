/** What one row says about an agent, and what is wrong with it by column. The database is not asked here. */

import type { ImportRow } from '#contract/agents/agent-import.ts'
import { AGENT_IMPORT, type ImportColumn } from '#contract/agents/agent-import-limits.ts'
import { PRICE_TYPES } from '#contract/agents/agents.ts'
import { UpdateAgent } from '#contract/agents/publishing.ts'
import { AGENT_ICONS, PUBLISHING } from '#contract/agents/publishing-limits.ts'
import type { CsvRow } from './agent-csv.ts'

export interface CheckedRow {
  row: number
  /** What the draft is to say; to be used only where there are no problems. */
  change: UpdateAgent & { name: string; category: string }
  /** The name of the workflow; '' for a new one. */
  workflow: string
  problems: ImportRow['problems']
}

type Say = (column: ImportColumn, message: string) => void

/** `1,500`, `₹500` and `499.50` are what people type into a column of paise. */
function paiseOf(text: string, say: Say): number {
  if (/^\d{1,12}$/.test(text)) return Number(text)
  const rupees = /^₹?\s*(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(',', ''))
  const hint = rupees
    ? `, such as ${Number(rupees[1]) * 100 + Number((rupees[2] ?? '').padEnd(2, '0'))} for ₹${rupees[1]}${rupees[2] ? `.${rupees[2].padEnd(2, '0')}` : ''}`
    : ''
  say('price_paise', `Enter the price in whole paise${hint}`)
  return 0
}

function priceOf({ price_type, price_paise }: CsvRow['cells'], say: Say) {
  const type = PRICE_TYPES.find((one) => one === (price_type.toLowerCase() || 'free'))
  if (type === undefined) say('price_type', `Use one of ${PRICE_TYPES.join(', ')}`)
  const paise = price_paise === '' ? 0 : paiseOf(price_paise, say)
  if (type === 'free' && paise > 0)
    say(
      price_type === '' ? 'price_type' : 'price_paise',
      price_type === '' ? 'Say what the price is for' : 'A free agent costs 0',
    )
  if (type !== undefined && type !== 'free' && price_paise === '') say('price_paise', 'A price is required')
  if (type !== undefined && type !== 'free' && /^0+$/.test(price_paise)) say('price_paise', 'At least ₹1')
  return { price_type: type ?? 'free', price_paise: paise }
}

function trialRunsOf(text: string, say: Say): number {
  if (text === '') return 3
  if (/^\d{1,6}$/.test(text) && Number(text) <= PUBLISHING.trial_runs) return Number(text)
  say('trial_runs', `Use a whole number from 0 to ${PUBLISHING.trial_runs}`)
  return 0
}

function iconOf(text: string, say: Say): (typeof AGENT_ICONS)[number] {
  const icon = AGENT_ICONS.find((one) => one === (text.toLowerCase() || 'bot'))
  if (icon === undefined) say('icon', `Use one of ${AGENT_ICONS.join(', ')}`)
  return icon ?? 'bot'
}

const COLUMN_OF: Partial<Record<string, ImportColumn>> = {
  name: 'name',
  tagline: 'tagline',
  description: 'description',
  category: 'category',
  tags: 'tags',
  price_paise: 'price_paise',
  trial_runs: 'trial_runs',
}

/** @throws nothing: every problem is told with its column */
export function checkRow({ row, cells }: CsvRow): CheckedRow {
  const problems: ImportRow['problems'] = []
  const say: Say = (column, message) => {
    if (!problems.some((one) => one.column === column)) problems.push({ column, message })
  }
  if (cells.name === '') say('name', 'A name is required')
  if (cells.tagline === '') say('tagline', 'One sentence is required')
  if (cells.category === '') say('category', 'A category is required')
  const change = {
    name: cells.name,
    tagline: cells.tagline,
    description: cells.description,
    category: cells.category.toLowerCase(),
    icon: iconOf(cells.icon, say),
    tags: cells.tags
      .split(';')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    ...priceOf(cells, say),
    trial_runs: trialRunsOf(cells.trial_runs, say),
  }
  const { error } = UpdateAgent.safeParse(change)
  for (const { path, message } of error?.issues ?? []) {
    const column = COLUMN_OF[String(path[0])]
    if (column) say(column, column === 'category' ? 'Use the slug of a category' : message)
  }
  if (cells.workflow.length > PUBLISHING.name) say('workflow', 'You have no workflow with this name')
  return { row, change, workflow: cells.workflow, problems }
}

const clip = (text: string): string =>
  text.length > AGENT_IMPORT.shown_characters ? `${text.slice(0, AGENT_IMPORT.shown_characters).toWellFormed()}…` : text

export function presentRow({ row, change, workflow, problems }: CheckedRow): ImportRow {
  const { name, tagline = '', category, price_type = 'free', price_paise = 0 } = change
  const isPriced = !problems.some(({ column }) => column === 'price_type' || column === 'price_paise')
  return {
    row,
    name: clip(name),
    tagline: clip(tagline),
    category: clip(category),
    price: isPriced ? { type: price_type, paise: price_paise } : null,
    workflow: workflow === '' ? null : clip(workflow),
    problems,
  }
}
