/** An answer in short, and the parts of it that can be picked as what is right. Pure. */
import type { BenchRun } from '#contract/agents/benches.ts'
import type { Json } from '#contract/core/primitives.ts'

const MOST_PARTS = 40
const MOST_PART = 200
const MOST_TEXT = 2000
/** What a shown result brings along, whatever was found. */
const FRAME = new Set(['view', 'notice', 'document', 'text', 'file_id'])

type Part = BenchRun['parts'][number]

function collect(value: Json, path: string, parts: Part[]): void {
  if (parts.length >= MOST_PARTS || value === null) return
  if (typeof value !== 'object') {
    if (typeof value !== 'string' || (value.trim() !== '' && value.length <= MOST_PART)) parts.push({ path, value })
    return
  }
  const framed = !Array.isArray(value) && 'view' in value && 'document' in value
  for (const [key, part] of Object.entries(value))
    if (!framed || !FRAME.has(key)) collect(part, path === '' ? key : `${path}.${key}`, parts)
}

export function splitAnswer(output: Json): Part[] {
  const parts: Part[] = []
  collect(output, '', parts)
  return parts
}

/** At most 2,000 characters. */
export function summariseAnswer(output: Json, parts: readonly Part[]): string {
  const text =
    typeof output === 'string'
      ? output
      : parts.length > 0
        ? parts.map(({ path, value }) => (path === '' ? String(value) : `${path}: ${value}`)).join('\n')
        : JSON.stringify(output)
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT - 1)}…` : text
}
