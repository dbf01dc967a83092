/** An answer as a mail: plain text, and HTML as well where it names what it rests on. */
import { escapeHtml, linkAddresses } from '#server/gateways/mail/html.ts'

/** The text without marks that only Markdown knows; addresses are shown. */
const toPlain = (markdown: string): string =>
  markdown
    .replace(/\*\*(?=\S)([^*\n]+?)\*\*/g, '$1')
    .replace(/^#{1,6} +(.+)$/gm, '$1')
    .replace(/!?\[([^\]\n]{1,300})\]\((https?:[^)\s]{1,2000})\)/g, '$1 ($2)')

const SOURCE = /^\[(\d{1,3})\] (.+)$/

/** The last lines of an answer, which name its sources. */
function splitSources(text: string): { words: string; sources: string[] } {
  const lines = text.split('\n')
  let from = lines.length
  while (from > 0 && SOURCE.test(lines[from - 1] ?? '')) from--
  return { words: lines.slice(0, from).join('\n').trim(), sources: lines.slice(from) }
}

const INK = '#22252b'
const LINK = '#3b47a8'

const boldIn = (html: string): string => html.replace(/\*\*(?=\S)([^*\n]+?)\*\*/g, '<strong>$1</strong>')

/** Numbers in the text lead to their source below it. */
const notesIn = (html: string, numbers: ReadonlySet<string>): string =>
  html.replace(/\[(\d{1,3})\]/g, (whole, number: string) =>
    numbers.has(number) ? `<sup><a href="#source-${number}" style="color:${LINK}">[${number}]</a></sup>` : whole,
  )

const unlinked = (markdown: string): string =>
  markdown
    .replace(/^#{1,6} +(.+)$/gm, '**$1**')
    .replace(/!?\[([^\]\n]{1,300})\]\((https?:[^)\s]{1,2000})\)/g, '$1 ($2)')

function toHtml(words: string, sources: readonly string[]): string {
  const numbers = new Set(sources.map((line) => SOURCE.exec(line)?.[1] ?? ''))
  const paragraphs = unlinked(words)
    .split(/\n{2,}/)
    .map((one) => notesIn(boldIn(linkAddresses(one, LINK)), numbers).replaceAll('\n', '<br>'))
    .map((html) => `<p style="margin:0 0 16px">${html}</p>`)
  const list = sources.map((line) => {
    const [, number = '', place = ''] = SOURCE.exec(line) ?? []
    return `<p id="source-${escapeHtml(number)}" style="margin:0 0 4px">[${escapeHtml(number)}] ${linkAddresses(place, LINK)}</p>`
  })
  return [
    '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>',
    `<body style="color:${INK};font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">`,
    ...paragraphs,
    '<div style="border-top:1px solid #dedbd4;padding-top:12px;font-size:14px">',
    ...list,
    '</div></body></html>',
  ].join('\n')
}

/** Nothing of a text becomes markup, or a link under other words; nothing is loaded from elsewhere. */
export function toMail(markdown: string): { text: string; html: string | null } {
  const { words, sources } = splitSources(markdown)
  return { text: toPlain(markdown), html: sources.length === 0 ? null : toHtml(words, sources) }
}
