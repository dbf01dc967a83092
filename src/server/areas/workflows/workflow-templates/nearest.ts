/** Which templates are nearest to some words: pure, no model asked. */
import type { WorkflowTemplate } from './template.ts'

/** Words that say nothing of the task. */
const EMPTY = new Set(
  'a an and are as at be by can do does each every for from get give has have how i if in into is it its me my of on or our out so some tell that the their them then there they this to us want was we what when where which who will with you your make need please workflow agent'.split(
    ' ',
  ),
)

/** What people say, as the templates say it. */
const SAME: Readonly<Record<string, string>> = {
  bill: 'invoice',
  receipt: 'invoice',
  email: 'mail',
  mails: 'mail',
  tickets: 'ticket',
  complaint: 'ticket',
  doctor: 'clinical',
  medicine: 'medicines',
  drug: 'medicines',
  prescription: 'medicines',
  diagnose: 'diagnosis',
  summarise: 'summary',
  summarize: 'summary',
  agreement: 'contract',
  anonymise: 'personal',
  anonymize: 'personal',
  spreadsheet: 'csv',
  excel: 'csv',
  expense: 'expenses',
}

/** A word without its ending, so that "invoices" finds "invoice". */
function stem(word: string): string {
  const plain = SAME[word] ?? word
  for (const ending of ['ations', 'ation', 'ings', 'ing', 'ies', 'ers', 'er', 'ed', 'es', 's'])
    if (plain.length - ending.length >= 3 && plain.endsWith(ending)) return plain.slice(0, -ending.length)
  return plain
}

/** The telling words of a text, in lower case and without endings. */
export const wordsOf = (text: string): string[] =>
  (
    text
      .slice(0, 4000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,60}/gu) ?? []
  )
    .filter((word) => !EMPTY.has(word))
    .map(stem)

/** The weight of a word by its location. */
const WEIGHTS = { name: 4, tags: 3, description: 2, steps: 1 } as const

function scored({ name, tags, description, expected, document }: WorkflowTemplate): Map<string, number> {
  const scores = new Map<string, number>()
  const put = (text: string, weight: number) => {
    for (const word of new Set(wordsOf(text))) scores.set(word, Math.max(scores.get(word) ?? 0, weight))
  }
  put(`${document.nodes.map(({ title }) => title).join(' ')} ${expected}`, WEIGHTS.steps)
  put(description, WEIGHTS.description)
  put(tags.join(' '), WEIGHTS.tags)
  put(name, WEIGHTS.name)
  return scores
}

const known = new WeakMap<WorkflowTemplate, Map<string, number>>()
const scoresOf = (template: WorkflowTemplate): Map<string, number> => {
  const scores = known.get(template) ?? scored(template)
  known.set(template, scores)
  return scores
}

/** What a word of the search is worth in a template; the beginning of a word counts half. */
function worth(scores: ReadonlyMap<string, number>, word: string): number {
  const whole = scores.get(word)
  if (whole !== undefined) return whole
  if (word.length < 3) return 0
  let best = 0
  for (const [other, weight] of scores) if (other.startsWith(word)) best = Math.max(best, weight / 2)
  return best
}

/**
 * Those that share a telling word with the text, the nearest first. A word that few templates have counts more.
 * @returns all of them in their order when the text has no telling word
 */
export function nearest(templates: readonly WorkflowTemplate[], text: string): WorkflowTemplate[] {
  const words = [...new Set(wordsOf(text))]
  if (words.length === 0) return [...templates]
  const rarity = new Map(
    words.map((word) => {
      const having = templates.filter((template) => worth(scoresOf(template), word) > 0).length
      return [word, having === 0 ? 0 : Math.log(1 + templates.length / having)]
    }),
  )
  return templates
    .map((template) => ({
      template,
      score: words.reduce((sum, word) => sum + worth(scoresOf(template), word) * (rarity.get(word) ?? 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ template }) => template)
}
