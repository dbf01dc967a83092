/** XML from elsewhere: small, and without a DOCTYPE. */
import type { XmlElement, XmlNode } from '@rgrove/parse-xml'
import { NodeError } from '#nodes/node.ts'

const MOST_CHARACTERS = 5_000_000
/** Parsing takes about 2 µs for each. A feed of 2,000 entries with 20 elements each has 40,000. */
const MOST_TAGS = 50_000
const MOST_ATTRIBUTES = 50_000
const ATTRIBUTE = /=[\t\n\r ]*["']/g

/**
 * Applies section 2.11 of the XML standard. The parser does the same, but its time grows with the square of the line breaks in one text:
 * 100,000 take a minute.
 */
export const normaliseLineBreaks = (text: string): string => text.replace(/\r\n?/g, '\n')

/** Returns where a CDATA section, comment or instruction ends, since its content is no markup; for any other `<` the next index. */
function endOfContent(text: string, at: number): number {
  const close = SECTIONS.find(([open]) => text.startsWith(open, at))?.[1]
  if (close === undefined) return at + 1
  const end = text.indexOf(close, at + 2)
  // The parser refuses a section without an end.
  return end === -1 ? text.length : end
}
const SECTIONS = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
] as const

/** @throws NodeError `xml_too_complex` */
function checkMarkup(text: string): void {
  let tags = 0
  let attributes = 0
  for (let at = text.indexOf('<'), next = 0; at !== -1; at = next) {
    const end = endOfContent(text, at)
    next = text.indexOf('<', end)
    if (text[at + 1] !== '/') tags++
    for (const _ of text.slice(end, next === -1 ? text.length : next).matchAll(ATTRIBUTE)) attributes++
    if (tags > MOST_TAGS || attributes > MOST_ATTRIBUTES)
      throw new NodeError('xml_too_complex', 'The XML has more than 50,000 elements or attributes')
  }
}

/** @throws NodeError `xml_too_large`, `xml_too_complex`, `doctype_refused`, `bad_xml` */
export async function readXmlSafely(text: string): Promise<XmlElement> {
  if (text.length > MOST_CHARACTERS) throw new NodeError('xml_too_large', 'The XML is larger than 5 MB')
  // Entities of a DOCTYPE can grow without end and name files: nothing good comes with one.
  if (/<!DOCTYPE/i.test(text)) throw new NodeError('doctype_refused', 'XML with a DOCTYPE is refused')
  checkMarkup(text)
  const { parseXml } = await import('@rgrove/parse-xml')
  try {
    const { root } = parseXml(normaliseLineBreaks(text.trim()))
    if (root) return root
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : ''
    throw new NodeError('bad_xml', `The answer is not XML: ${reason.slice(0, 200)}`, { cause })
  }
  throw new NodeError('bad_xml', 'The XML has no element')
}

const isElement = (node: XmlNode): node is XmlElement => node.type === 'element'

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter(isElement).filter((child) => child.name === name)

/** The text of the first child of that name; empty without one. */
export const textOf = (element: XmlElement, name: string): string => childrenOf(element, name)[0]?.text.trim() ?? ''
