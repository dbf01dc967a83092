/**
 * The Hindi of the designer. It is a file of its own, so that who never opens the designer never fetches it: its texts join those of the
 * interface before anything of the designer is drawn. Only modules of the page import this, never those of the analysis worker.
 */
import { currentLanguage } from '#web/lib/language.ts'

async function fetchTexts(): Promise<readonly string[]> {
  const [all, own] = await Promise.all([import('#web/lib/hindi.json'), import('./hindi.json')])
  Object.assign(all.default as Record<string, string>, own.default)
  return Object.keys(own.default)
}

/** The English of what the designer can say; empty in English, and where the texts can't be had: then the designer is in English. */
export const ownTexts: readonly string[] = currentLanguage() === 'hi' ? await fetchTexts().catch(() => []) : []
