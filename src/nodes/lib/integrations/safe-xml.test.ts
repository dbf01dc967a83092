import { expect, it } from 'vitest'
import { outputOf } from '#nodes/trial.ts'
import { readXml } from '#nodes/types/data/read-xml.ts'
import { busy } from '#test/support/busy.ts'
import { readXmlSafely } from './safe-xml.ts'

const attributes = Array.from({ length: 400_000 }, (_, index) => `a${index}=""`).join(' ')

it.each([
  ['elements', `<a>${'<b/>'.repeat(1_200_000)}</a>`],
  ['elements behind what only looks like a comment', `<a><?x <!-- ?>${'<b/>'.repeat(1_200_000)}<!-- --></a>`],
  ['attributes', `<a ${attributes}/>`],
])('refuses many %s quickly', async (_what, text) => {
  await readXmlSafely('<a/>')
  const spent = busy()
  await expect(readXmlSafely(text)).rejects.toMatchObject({ code: 'xml_too_complex' })
  expect(spent()).toBeLessThan(500)
})

it('reads a long feed: 2,000 entries of 20 elements, with HTML', async () => {
  const html = `<![CDATA[${'<p class="x">text</p>'.repeat(50)}]]>`
  const entry = `<item><description>${html}</description>${'<b c="d">x</b>'.repeat(18)}</item>\r\n`
  const root = await readXmlSafely(`<rss>${entry.repeat(2000)}</rss>`)
  expect(root.children.filter(({ type }) => type === 'element')).toHaveLength(2000)
})

it('reads many line breaks quickly', async () => {
  const text = `<a>${'x\r\n'.repeat(80_000)}\r</a>`
  const spent = busy()
  expect((await readXmlSafely(text)).text).toBe(`${'x\n'.repeat(80_000)}\n`)
  expect(await outputOf(readXml, { value: text })).toMatchObject({ a: expect.stringMatching(/^x\nx/) })
  expect(spent()).toBeLessThan(1000)
})
