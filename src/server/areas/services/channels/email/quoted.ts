/** What a person wrote in a mail: without what they quoted, and without their signature. */
import { plainText } from '#nodes/lib/data/html-text.ts'

/** Where programs begin the mail that is answered. */
const HTML_QUOTE =
  /<(?:blockquote|div|hr|p|span|section)\b[^>]{0,300}?(?:class|id)=["']?[^"'>]{0,100}?(?:gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|zmail_extra|divRplyFwdMsg|appendonsend|stopSpelling|OutlookMessageHeader)|<blockquote\b/i

/** HTML up to the first quote; when there is nothing before it, what follows the last one. */
function htmlWithoutQuotes(html: string): string {
  const at = html.search(HTML_QUOTE)
  if (at < 0) return html
  const before = html.slice(0, at)
  if (plainText(before, false) !== '') return before
  const end = html.toLowerCase().lastIndexOf('</blockquote>')
  return end < at ? html : html.slice(end)
}

const SEPARATOR = /^-{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Message d’origine|मूल संदेश)\s*-{2,}$/i
const RULE = /^_{10,}$/
const HEADER = /^\*?(?:From|Von|De|Da|प्रेषक)\s?:\*?\s\S/
const NEXT_HEADER =
  /^\*?(?:Sent|Date|To|Subject|Gesendet|Datum|An|Betreff|Envoyé|Objet|À|भेजा गया|दिनांक|प्रति|विषय)\s?:\*?\s/
const SIGNATURE = /^--\s?$/
const DEVICE = /^(?:Sent from (?:my |Outlook|Yahoo|Mail for)|Get Outlook for |Von meinem \S+ gesendet|Envoyé de mon )/i

/** Whether a mail that is answered, or a signature, begins at a line. */
function isEnd(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (SIGNATURE.test(line) || SEPARATOR.test(line.trim()) || DEVICE.test(line.trim())) return true
  const following = lines.slice(at + 1, at + 6).map((one) => one.trim())
  if (RULE.test(line.trim())) return following.some((one) => HEADER.test(one))
  return HEADER.test(line.trim()) && following.some((one) => NEXT_HEADER.test(one))
}

const isQuoted = (line: string | undefined): boolean => line?.startsWith('>') === true

/** The line above a quote that says who wrote it, perhaps in two or three: “On Monday, Asha wrote:”. */
function withoutIntroduction(kept: string[]): string[] {
  const lines = [...kept]
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
  if (!/[:：]\s*$/.test(lines.at(-1) ?? '')) return kept
  for (let length = 1; length <= 3 && length <= lines.length; length++) {
    const text = lines.slice(-length).join(' ')
    const isOne =
      /^(?:On|Am|Le|El|Il|Em|Op)\s/.test(text) || /(?:wrote|लिखा|schrieb|écrit|escribió)\s*[:：]\s*$/.test(text)
    if (isOne && /\d|@/.test(text)) return lines.slice(0, -length)
  }
  return kept
}

function textWithoutQuotes(text: string): string {
  const all = text.split('\n')
  const end = all.findIndex((_, at) => isEnd(all, at))
  const lines = end < 0 ? all : all.slice(0, end)
  let kept: string[] = []
  for (const [at, line] of lines.entries()) {
    if (!isQuoted(line)) kept.push(line)
    else if (!isQuoted(lines[at - 1])) kept = withoutIntroduction(kept)
  }
  return kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** @param mail its `text` is that of the HTML where it has no other */
export function ownWords({ text, html }: { text: string; html: string | null }): string {
  const isHtml = html !== null && text === plainText(html, true)
  const lines = (isHtml ? plainText(htmlWithoutQuotes(html), true) : text).replace(/\r\n?/g, '\n')
  // A mail that is nothing but a quote is what its sender has to say.
  return textWithoutQuotes(lines) || lines.trim()
}
