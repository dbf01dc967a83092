/** One text per JSON value, whatever the order of its keys: what content hashes are made of. */
import type { Json } from '#contract/primitives.ts'

/** JSON with sorted keys (by UTF-16 units), no spaces; keys whose value is undefined are left out, as in `JSON.stringify`. */
export function canonicalText(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  const parts: string[] = []
  for (const key of Object.keys(value).sort()) {
    const part = value[key]
    if (part !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalText(part)}`)
  }
  return `{${parts.join(',')}}`
}
