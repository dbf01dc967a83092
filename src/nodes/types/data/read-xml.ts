import type { XmlElement, XmlNode, XmlText } from '@rgrove/parse-xml'
import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { isReserved, textFrom } from '#nodes/lib/data/values.ts'
import { normaliseLineBreaks } from '#nodes/lib/integrations/safe-xml.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const DEEPEST = 100

export const readXml = defineNode({
  type: 'read_xml',
  version: 1,
  title: 'Read XML',
  category: 'data',
  icon: 'code-xml',
  description:
    'Parses XML: elements by name, attributes with @ in front, text next to child elements as #text. Documents with a DOCTYPE are rejected.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    value: value('Text', 'The XML. Leave empty to use the input.'),
    always_list: z
      .array(z.string().min(1).max(200))
      .max(100)
      .default([])
      .describe('Names of elements that always become a list, even if there is only one.')
      .meta({ title: 'Always a list' }),
    attributes: z.boolean().default(true).describe('Keep attributes, as @name.').meta({ title: 'Attributes' }),
  }),
  example: { value: '<order id="7"><line>pen</line><line>book</line></order>', always_list: ['line'] },
  output: Json,
  sentence: () => 'Reads XML',
  async run(ctx) {
    const text = textFrom(ctx.config.value, ctx.input)
    // Entities of a DOCTYPE can grow without end and name files: nothing good comes with one.
    if (/<!DOCTYPE/i.test(text)) {
      throw new NodeError('doctype_refused', 'XML with a DOCTYPE is not allowed', { field: 'value' })
    }
    const { parseXml } = await import('@rgrove/parse-xml')
    let root: XmlElement | null
    try {
      root = parseXml(normaliseLineBreaks(text)).root
    } catch (cause) {
      const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : ''
      throw new NodeError('bad_xml', `This isn’t valid XML: ${reason}`, { field: 'value', cause })
    }
    if (!root) throw new NodeError('bad_xml', 'The XML has no element', { field: 'value' })
    const how = { lists: new Set(ctx.config.always_list), attributes: ctx.config.attributes }
    return output({ [keyOf(root.name)]: read(root, how, 0) })
  },
})

interface How {
  lists: ReadonlySet<string>
  attributes: boolean
}

const keyOf = (name: string) => {
  if (isReserved(name)) throw new NodeError('reserved_key', `The name “${name}” is reserved`, { field: 'value' })
  return name
}

function read(element: XmlElement, how: How, depth: number): Json {
  if (depth > DEEPEST)
    throw new NodeError('xml_too_deep', `XML can be at most ${DEEPEST} levels deep`, { field: 'value' })
  const found: JsonObject = {}
  if (how.attributes) for (const [name, text] of Object.entries(element.attributes)) found[`@${name}`] = text
  const texts: string[] = []
  for (const child of element.children as XmlNode[]) {
    if (child.type === 'text' || child.type === 'cdata') texts.push((child as XmlText).text)
    if (child.type !== 'element') continue
    const inner = child as XmlElement
    const key = keyOf(inner.name)
    const value = read(inner, how, depth + 1)
    const before = Object.hasOwn(found, key) ? found[key] : undefined
    if (Array.isArray(before)) before.push(value)
    else if (before !== undefined) found[key] = [before, value]
    else found[key] = how.lists.has(key) ? [value] : value
  }
  const text = texts.join('').trim()
  if (Object.keys(found).length === 0) return text
  if (text !== '') found['#text'] = text
  return found
}
