/** Words that others wrote, as they stand in a mail of ours: names, titles, reasons, messages. */
import { UNSEEN } from '#contract/core/names.ts'

const ALL_UNSEEN = new RegExp(UNSEEN.source, 'gu')

/**
 * One line of plain text, whatever it was made of: no line ends, and nothing that turns the direction of what stands behind it (a name
 * could show an address or a reference backwards) or is not seen.
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
 * Nothing in it that a mail program makes a link of by itself: a mail that comes from us leads to us alone. Such programs ask for no markup:
 * `evil.example`, `webcal://…/invite.ics` and `\\host\share` are enough for them.
 */
const unlinked = (text: string): string =>
  text
    .replaceAll('://', ': //')
    .replaceAll('\\\\', '\\ \\')
    .replace(/(?<=\S)[.．。｡](?=(?:\u200c|\u200d|[\ufe00-\ufe0f])*\p{L})/gu, '. ')

/** What somebody else wrote, on one line, to stand in a sentence of ours. */
export const quoteLine = (text: string, most?: number): string => unlinked(toOneLine(text, most))

/** A whole message of somebody else: each line marked, so that none of it looks like ours. */
export const quoteLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => `> ${quoteLine(line, line.length)}`.trimEnd())
    .join('\n')
