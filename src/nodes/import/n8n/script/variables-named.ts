/** Which values of its installation a source of n8n reads. */
const READS = /\$(?:env|vars)(?:\??\.([A-Za-z_]\w*)|\[\s*(["'`])(\w+)\2\s*\])/g

/** The variables that a source reads by their names; null where it reads others, too. */
export function variablesNamed(source: string): string[] | null {
  const names = [...source.matchAll(READS)].map(([, name, , quoted]) => name ?? quoted ?? '')
  return names.length === (source.match(/\$(?:env|vars)\b/g) ?? []).length ? [...new Set(names)] : null
}
