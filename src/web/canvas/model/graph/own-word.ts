import { t } from '#web/lib/language.ts'

/** Where a word is said that other pages say in another meaning: as a command, of a node and its settings, or anywhere in the designer. */
type Meaning = 'command' | 'node' | 'designer'

/** English has one word where Hindi has several: `Run`, of pages a noun, is a command here (`Run (command)`). */
export function ownWord(text: string, meaning: Meaning = 'designer'): string {
  const key = `${text} (${meaning})`
  const said = t(key)
  return said === key ? t(text) : said
}
