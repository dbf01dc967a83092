/**
 * How a value is inserted into a text: as `{{ path }}`, or as the path only when the cursor is inside an expression.
 * Pure.
 */
import { expressionStart } from './complete.ts'

export interface Insertion {
  from: number
  to: number
  insert: string
  /** The position of the cursor afterwards. */
  caret: number
}

/** The kind of what is dragged from the data of a node: an expression without braces. */
export const PATH_MIME = 'application/x-chowk-path'

export function insertion(
  text: string,
  { from, to }: { from: number; to: number },
  source: string,
  perItem: boolean,
): Insertion {
  const inside = perItem || expressionStart(text, from) !== null
  const insert = inside ? source : `{{ ${source} }}`
  return { from, to, insert, caret: from + insert.length }
}

/** A text with a value put behind it: what a field without a cursor becomes. */
export const appended = (text: string, source: string): string =>
  `${text}${text === '' || text.endsWith(' ') ? '' : ' '}{{ ${source} }}`
