/** The template for bringing agents from elsewhere (§7, data migration): its columns are those a draft is made of. */
import type { AgentTemplate } from '#contract/agents/agent-import.ts'
import { PRICE_TYPES } from '#contract/agents/agents.ts'
import { AGENT_ICONS } from '#contract/agents/publishing-limits.ts'
import { toCsv } from '#contract/core/csv.ts'

const COLUMNS: AgentTemplate['columns'] = [
  {
    name: 'name',
    required: true,
    description: 'What the agent is called, at most 120 characters',
    example: 'Invoice reader',
  },
  {
    name: 'tagline',
    required: true,
    description: 'One sentence: what it does, at most 200 characters',
    example: 'Reads invoices and gives their totals',
  },
  {
    name: 'description',
    required: false,
    description: 'Markdown, at most 10,000 characters',
    example: 'Give it a PDF; it answers with seller, date and total.',
  },
  { name: 'category', required: true, description: 'The slug of a category, such as healthcare', example: 'finance' },
  {
    name: 'icon',
    required: false,
    description: `One of ${AGENT_ICONS.join(', ')}; bot when left out`,
    example: 'receipt',
  },
  { name: 'tags', required: false, description: 'Separated by semicolons, at most 12', example: 'invoice;gst' },
  {
    name: 'price_type',
    required: false,
    description: `One of ${PRICE_TYPES.join(', ')}; free when left out`,
    example: 'per_run',
  },
  { name: 'price_paise', required: false, description: 'Whole paise, GST included: 49950 is ₹499.50', example: '500' },
  { name: 'trial_runs', required: false, description: 'Free runs per buyer; 3 when left out', example: '3' },
  {
    name: 'workflow',
    required: false,
    description: 'The name of the workflow it is made of; a new one when left out',
    example: '',
  },
]

const csv = (): string => toCsv([COLUMNS.map(({ name }) => name), COLUMNS.map(({ example }) => example)])

export const agentTemplate = (format: AgentTemplate['format']): AgentTemplate => ({
  name: `agents-template.${format}`,
  format,
  columns: COLUMNS,
  template: format === 'csv' ? csv() : [Object.fromEntries(COLUMNS.map(({ name, example }) => [name, example]))],
})
