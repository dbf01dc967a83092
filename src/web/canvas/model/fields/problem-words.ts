/** What validation says of a setting, as a person fills in a form. Pure. */

const NAMES: Readonly<Record<string, string>> = {
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
  [/received undefined$|^Expected JSON$/, () => 'Required'],
  [/^Too small: expected string to have >=1 characters$/, () => 'Required'],
  [
    /^Too (small|big): expected (?:number|int) to be [<>](=?)(-?[\d.]+)$/,
    ([, size, or, bound]) => bounded(size, or, bound),
  ],
  [
    /^Too small: expected (?:string|array) to have >=(\d+) (characters|items)$/,
    ([, least, what]) => `At least ${least} ${what}`,
  ],
  [
    /^Too big: expected (?:string|array) to have <=(\d+) (characters|items)$/,
    ([, most, what]) => `At most ${most} ${what}`,
  ],
  [/^Invalid input: expected (\w+), received/, ([, kind = '']) => `This takes ${NAMES[kind] ?? kind}`],
  [/^Invalid option/, () => 'Choose from the list'],
]

function bounded(size: string | undefined, or: string | undefined, bound: string | undefined): string {
  if (or === '=') return `${size === 'small' ? 'At least' : 'At most'} ${bound}`
  return `${size === 'small' ? 'More' : 'Less'} than ${bound}`
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
