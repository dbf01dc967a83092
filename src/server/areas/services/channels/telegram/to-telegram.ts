import type { Entity } from '#server/gateways/channels/telegram.ts'

/** A block of code, code in a line, bold text, a heading, or a link. */
const MARKUP =
  /```[\w-]*\n([^`]+?)\n?```|`([^`\n]+)`|\*\*(?=\S)([^*\n]+?)\*\*|(?<=^|\n)#{1,6} +([^\n]+)|!?\[([^\]\n]{1,300})\]\((https?:[^)\s]{1,2000})\)/g

/**
 * The text without its marks, and where what they formatted is. Nothing of a text becomes a link under other words: an address is shown.
 * It is never longer than the Markdown.
 */
export function toTelegram(markdown: string): { text: string; entities: Entity[] } {
  const entities: Entity[] = []
  let text = ''
  let end = 0
  const add = (type: Entity['type'], words: string) => {
    entities.push({ type, offset: text.length, length: words.length })
    text += words
  }
  for (const found of markdown.matchAll(MARKUP)) {
    const [whole, block, code, bold, heading, label, url] = found
    text += markdown.slice(end, found.index)
    end = found.index + whole.length
    if (block !== undefined) add('pre', block)
    else if (code !== undefined) add('code', code)
    else if (bold !== undefined || heading !== undefined) add('bold', bold ?? (heading ?? '').replaceAll('**', ''))
    else text += `${label} (${url})`
  }
  return { text: text + markdown.slice(end), entities }
}
