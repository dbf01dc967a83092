/** Which settings come first where a type of node has many. Pure. */
import type { Field } from './field-model.ts'

/** By type, in the order they are shown: what it is, what it works with, what it remembers. */
const MAIN: Readonly<Record<string, readonly string[]>> = {
  ai_agent: ['model', 'system', 'task', 'data', 'tools', 'history', 'person_memory'],
}

/** The settings that come first, and the others. Without a choice for the type all of them come first, as they are. */
export function mainFields(
  type: string,
  fields: readonly Field[],
): { main: readonly Field[]; advanced: readonly Field[] } {
  const names = MAIN[type]
  if (!names) return { main: fields, advanced: [] }
  const main = names.flatMap((name) => fields.filter(({ key }) => key === name))
  return { main, advanced: fields.filter((field) => !main.includes(field)) }
}
