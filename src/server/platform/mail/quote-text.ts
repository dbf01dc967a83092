/** Words that others wrote, as they stand in a mail of ours: names, titles, reasons, messages. */
import { UNSEEN } from '#contract/core/names.ts'

const ALL_UNSEEN = new RegExp(UNSEEN.source, 'gu')

/**
 * One line of plain text from any text: without line ends, bidirectional control characters (which could reverse the
 * following name, address or
 * reference) and invisible characters.
 * @param most characters that are kept
 */
export const toOneLine = (text: string, most = 200): string =>
  [
    ...text
      .toWellFormed()
      .replace(ALL_UNSEEN, '')
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim(),
  ]
    .slice(0, most)
    .join('')

/**
 * Removes anything that a mail program turns into a link automatically: our mail links only to us. Such programs need
 * no markup:
 * `evil.example`, `webcal://…/invite.ics` and `\\host\share` are enough for them.
 */
const unlinked = (text: string): string =>
  text
    .replaceAll('://', ': //')
    .replaceAll('\\\\', '\\ \\')
    .replace(/(?<=\S)[.．。｡](?=(?:\u200c|\u200d|[\ufe00-\ufe0f])*\p{L})/gu, '. ')

/** Another person's text on one line, to quote in a sentence of ours. */
export const quoteLine = (text: string, most?: number): string => unlinked(toOneLine(text, most))

/** Another person's whole message: each line marked, so that none of it looks like ours. */
export const quoteLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => `> ${quoteLine(line, line.length)}`.trimEnd())
    .join('\n')
