/** XML from elsewhere: small, and without a DOCTYPE. */
import type { XmlElement, XmlNode } from '@rgrove/parse-xml'
import { NodeError } from '#nodes/node.ts'

const MOST_CHARACTERS = 5_000_000

/** @throws NodeError `xml_too_large`, `doctype_refused`, `bad_xml` */
export async function readXmlSafely(text: string): Promise<XmlElement> {
  if (text.length > MOST_CHARACTERS) throw new NodeError('xml_too_large', 'The XML is larger than 5 MB')
  // Entities of a DOCTYPE can grow without end and name files: nothing good comes with one.
  if (/<!DOCTYPE/i.test(text)) throw new NodeError('doctype_refused', 'XML with a DOCTYPE is refused')
  const { parseXml } = await import('@rgrove/parse-xml')
  try {
    const { root } = parseXml(text.trim())
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
