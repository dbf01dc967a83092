/** One text per JSON value, whatever the order of its keys: what content hashes are made of. */
/** The JSON of a JSON value with sorted keys (by UTF-16 units), no spaces; keys whose value is undefined are left out, as in `JSON.stringify`. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  const parts: string[] = []
  for (const key of Object.keys(value).sort()) {
    const part = (value as Record<string, unknown>)[key]
    if (part !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalJson(part)}`)
  }
  return `{${parts.join(',')}}`
}
