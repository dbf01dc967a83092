/** Patterns people write, run on RE2: their time grows with the text only. */
import { RE2JS } from 're2js'
import { NodeError } from '#nodes/node.ts'

/** Characters a pattern runs over at most. */
const LONGEST = 2_000_000
export const MOST_MATCHES = 100_000

/** @throws NodeError `bad_pattern` */
export function compilePattern(source: string, ignoreCase: boolean, field = 'pattern'): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : ''
    const message = `The pattern cannot be used (look-around and references back are not supported): ${reason}`
    throw new NodeError('bad_pattern', message, { field, cause })
  }
}

/** @throws NodeError `text_too_long` */
export function bounded(text: string): string {
  if (text.length <= LONGEST) return text
  throw new NodeError('text_too_long', `A pattern runs over at most ${LONGEST} characters`, { field: 'value' })
}

export interface Found {
  text: string
  start: number
  end: number
  groups: (string | null)[]
  named: Record<string, string | null>
}

/** The matches in order, none overlapping. @throws NodeError `too_many_matches` */
export function findAll(regex: RE2JS, text: string, most: number): Found[] {
  const names = Object.entries(regex.namedGroups())
  const matcher = regex.matcher(text)
  const found: Found[] = []
  while (found.length < most && matcher.find()) {
    if (found.length >= MOST_MATCHES) {
      throw new NodeError('too_many_matches', `A text may match at most ${MOST_MATCHES} times`, { field: 'pattern' })
    }
    const groups = Array.from({ length: matcher.groupCount() }, (_, at) => matcher.group(at + 1) ?? null)
    const named = Object.fromEntries(names.map(([name, index]) => [name, groups[index - 1] ?? null]))
    found.push({ text: matcher.group() ?? '', start: matcher.start(), end: matcher.end(), groups, named })
  }
  return found
}
