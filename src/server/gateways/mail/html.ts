/** The HTML twin of a plain text: the same words under the name of the product, links that can be clicked, nothing that is loaded from elsewhere. */

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => ESCAPES[mark] ?? mark)

/** Only web addresses become links; a full stop or bracket behind one belongs to the sentence. */
const LINK = /https?:\/\/[^\s<>"'\p{Cc}]+[^\s<>"'\p{Cc}.,;:!?)\]}]/gu

/** Text as HTML in which web addresses are links. */
export function linkAddresses(text: string, colour: string): string {
  let html = ''
  let at = 0
  for (const { 0: address, index } of text.matchAll(LINK)) {
    const shown = escapeHtml(address)
    html += `${escapeHtml(text.slice(at, index))}<a href="${shown}" style="color:${colour}">${shown}</a>`
    at = index + address.length
  }
  return html + escapeHtml(text.slice(at))
}

const INDIGO = '#3b47a8'

/** Hindi where most words are: links, names and sums are in Latin letters in it, too. */
function languageOf(text: string): 'hi' | 'en' {
  const count = (letters: RegExp) => text.replace(LINK, '').match(letters)?.length ?? 0
  return count(/\p{Script=Devanagari}/gu) > count(/\p{Script=Latin}/gu) ? 'hi' : 'en'
}

interface Shown {
  name: string
  /** As `#rrggbb`; null for ours. */
  accent: string | null
  /** Where the logo is; null shows the name. */
  logo: string | null
}

export function renderHtml(text: string, { name, accent, logo }: Shown): string {
  const colour = accent ?? INDIGO
  const brand = escapeHtml(name)
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${linkAddresses(paragraph, colour).replaceAll('\n', '<br>')}</p>`)
  return [
    `<!doctype html><html lang="${languageOf(text)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${brand}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f7f6f3;color:#22252b;font:16px/1.5 system-ui,sans-serif">',
    `<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border:1px solid #dedbd4;${accent === null ? '' : `border-top:4px solid ${colour};`}border-radius:8px;overflow-wrap:anywhere">`,
    logo === null
      ? `<p style="margin:0 0 16px;font-weight:600">${brand}</p>`
      : `<p style="margin:0 0 16px;font-weight:600"><img src="${escapeHtml(logo)}" alt="${brand}" height="40" style="height:40px;max-width:100%;border:0"></p>`,
    ...paragraphs,
    '</div></body></html>',
  ].join('\n')
}
