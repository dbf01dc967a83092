import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readSkillText, writeSkillText } from './skill-md.ts'

/** Any text on one line as the reader gives it: without spaces around it. */
const text = (maxLength: number) =>
  fc
    .string({ minLength: 1, maxLength, unit: 'binary' })
    .map((given) => given.replaceAll('\u0000', '').trim())
    .filter((given) => given !== '' && given.isWellFormed())

it('writes what it reads, in front matter that ends where its reader ends it', () => {
  const skills = fc.record({
    name: fc.constantFrom('refund-letters', 'true', '2026', 'a'),
    description: text(200),
    license: fc.option(text(50)),
    compatibility: fc.option(text(50)),
    allowed_tools: fc.option(text(50)),
    metadata: fc.dictionary(fc.constantFrom('author', 'a b', 'x: y', '---', '#'), text(50)),
    body: fc.constantFrom('', '# Title\n', '--- a line\n\n---\n'),
  })
  fc.assert(
    fc.property(skills, (skill) => {
      const written = writeSkillText(skill)
      expect(readSkillText(written, 'text')).toMatchObject({ skill })
      // The reference reader splits at the first three hyphens after the ones that begin it.
      const [, front = ''] = written.split('---')
      expect(front.trimEnd().split('\n').length).toBe(
        written.slice(4, written.indexOf('\n---\n', 4)).split('\n').length + 1,
      )
    }),
  )
})

it('reads a folded description, Windows line ends and a mark of the byte order', () => {
  const { skill } = readSkillText(
    '\uFEFF---\r\nname: fees\r\ndescription: >\r\n  Two lines\r\n  in one.\r\n---\r\n\r\nBody\r\n',
    'text',
  )
  expect(skill).toMatchObject({ name: 'fees', description: 'Two lines in one.', body: 'Body\n' })
})
