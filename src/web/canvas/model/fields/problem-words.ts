/** What validation says of a setting, as a person fills in a form. Pure. */
import { t } from '#web/lib/language.ts'

export const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'an object',
}

/** Sentences of the library of schemas (zod 4, English), each with what it means on a form. */
const SENTENCES: readonly [RegExp, (found: RegExpExecArray) => string][] = [
  // What is entered here is always JSON: this one is missing.
  [/received undefined$|^Expected JSON$/, () => t('Required')],
  [/^Too small: expected string to have >=1 characters$/, () => t('Required')],
  [
    /^Too (small|big): expected (?:number|int) to be [<>](=?)(-?[\d.]+)$/,
    ([, size, or, bound]) => bounded(size, or, bound),
  ],
  [
    /^Too small: expected (?:string|array) to have >=(\d+) (characters|items)$/,
    ([, least = '', what]) =>
      what === 'items' ? t('At least {1} items', { 1: least }) : t('At least {1} characters', { 1: least }),
  ],
  [
    /^Too big: expected (?:string|array) to have <=(\d+) (characters|items)$/,
    ([, most = '', what]) =>
      what === 'items' ? t('At most {1} items', { 1: most }) : t('At most {1} characters', { 1: most }),
  ],
  [/^Invalid input: expected (\w+), received/, ([, kind = '']) => t('This takes {1}', { 1: t(KINDS[kind] ?? kind) })],
  [/^Invalid option/, () => t('Choose from the list')],
]

function bounded(size: string | undefined, or: string | undefined, bound = ''): string {
  if (or === '=') return size === 'small' ? t('At least {1}', { 1: bound }) : t('At most {1}', { 1: bound })
  return size === 'small' ? t('More than {1}', { 1: bound }) : t('Less than {1}', { 1: bound })
}

/** Messages that a node wrote itself stay as they are. */
export function inWords(message: string): string {
  for (const [pattern, said] of SENTENCES) {
    const found = pattern.exec(message)
    if (found) return said(found)
  }
  return message
}

export interface LabelledProblem {
  node: string | null
  message: string
  /** What the field is called; empty where it is none. */
  label?: string
}

/** `Address: this is needed`, where the field is not next to the message. */
export function problemText({ label, message }: LabelledProblem): string {
  const said = inWords(message)
  return label ? `${label}: ${said.charAt(0).toLowerCase()}${said.slice(1)}` : said
}
