import { t } from '#web/lib/language.ts'

/** What a failure of code means, for people who do not read JavaScript. Pure. */

const CAUSES: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  [
    /Cannot (?:read|set) propert(?:y|ies) of (?:undefined|null) \((?:reading|setting) '([^']{1,80})'\)/,
    (name) => t('The code reads “{name}” of an empty value. Check that the input has it.', { name }),
  ],
  [/([\w.$]{1,80}) is not a function/, (name) => t('The code calls “{name}”, which is not a function here.', { name })],
  [/([\w.$]{1,80}) is not iterable/, (name) => t('The code uses “{name}” as a list, but it isn’t one.', { name })],
  [/([\w.$]{1,80}) is not defined/, (name) => t('The code uses “{name}”, which doesn’t exist here.', { name })],
  [
    /Assignment to constant variable/,
    () => t('The code changes a constant. Declare it with “let” instead of “const”.'),
  ],
  [/is not valid JSON|in JSON at position/, () => t('The code parses a text as JSON, but it isn’t valid JSON.')],
  [/Maximum call stack size exceeded/, () => t('The code calls itself endlessly.')],
  [/Invalid array length/, () => t('The code creates a list with an invalid length.')],
  [/Cannot convert undefined or null to object/, () => t('The code expects an object, but the value is empty.')],
  [/SyntaxError/, () => t('The code has a syntax error.')],
]

/** The cause in words; the message itself where that is the best there is. */
export const causeOf = (message: string): string => plainCause(message) ?? message

/** @returns null where the message says it well enough itself */
export function plainCause(message: string): string | null {
  if (
    !/\b(?:Type|Reference|Syntax|Range)?Error\b|is not (?:defined|a function|iterable)|Cannot (?:read|set)/.test(
      message,
    )
  )
    return null
  for (const [pattern, say] of CAUSES) {
    const found = pattern.exec(message)
    if (found) return say(...found.slice(1))
  }
  return null
}
