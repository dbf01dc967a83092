/** A test case as its fields hold it while it is edited, and back. Pure. */
import type { Scorer, TestCase } from '#contract/agents/evaluations.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { t } from '#web/lib/language.ts'

export const scorers = (): readonly { value: Scorer['type']; label: string; help: string }[] => [
  { value: 'exact', label: t('The same'), help: t('The answer matches exactly.') },
  {
    value: 'contains',
    label: t('Contains'),
    help: t('The answer contains these words, one per line. The score is the share found.'),
  },
  {
    value: 'json_fields',
    label: t('JSON fields'),
    help: t('A JSON object. The score is the share of its fields that match.'),
  },
  { value: 'number', label: t('Number'), help: t('A number within the tolerance.') },
  { value: 'judge', label: t('Scored by a model'), help: t('Your default model scores how well the answer matches.') },
]

export interface CaseText {
  key: string
  name: string
  input: JsonObject
  expected: string
  type: Scorer['type']
  tolerance: string
  path: string
  instruction: string
}

const shown = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

export function toCaseText({ name, input, expected, scorer }: TestCase, key: string): CaseText {
  const list = scorer.type === 'contains' && Array.isArray(expected)
  return {
    key,
    name,
    input,
    expected: list ? expected.map(shown).join('\n') : shown(expected),
    type: scorer.type,
    tolerance: scorer.type === 'number' ? String(scorer.tolerance) : '0',
    path: scorer.type === 'number' ? scorer.path : '',
    instruction: scorer.type === 'judge' ? scorer.instruction : '',
  }
}

/** JSON where it is JSON, else the text. */
function jsonOr(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

function scorerOf({ type, tolerance, path, instruction }: CaseText): Scorer {
  if (type === 'number') return { type, tolerance: Number(tolerance) || 0, path: path.trim() }
  if (type === 'judge') return { type, instruction }
  return type === 'contains' ? { type, ignore_case: true } : { type }
}

export function toTestCase(text: CaseText): TestCase {
  const lines = text.expected.split('\n').filter((line) => line.trim() !== '')
  const structured =
    text.type === 'json_fields' || text.type === 'number' || (text.type === 'exact' && /^\s*[[{]/.test(text.expected))
  const expected: Json = text.type === 'contains' ? lines : structured ? jsonOr(text.expected) : text.expected
  return { name: text.name.trim(), input: text.input, expected, scorer: scorerOf(text) }
}

/** What is wrong with it before it is sent; undefined when nothing is. */
export function caseProblem(text: CaseText): string | undefined {
  if (text.name.trim() === '') return t('Enter a name')
  if (text.type === 'json_fields' && typeof jsonOr(text.expected) !== 'object') return t('Enter a JSON object')
  if (text.type === 'number' && (text.expected.trim() === '' || !Number.isFinite(Number(text.expected))))
    return t('Enter a number')
  if (text.type === 'number' && !(Number(text.tolerance) >= 0)) return t('The tolerance must be a number')
  return undefined
}
