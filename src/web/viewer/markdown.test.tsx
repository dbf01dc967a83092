import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { busy } from '#test/support/busy.ts'
import { Markdown } from './markdown.tsx'
import { linesOf } from './markdown-tokens.ts'

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

describe('Markdown of notes', () => {
  it('draws headings, marks, lists, tables, code and quotes', () => {
    const drawn = html(
      '# Why\n\n**bold** *soft* `code`\n\n- [x] one\n- two\n  1. inner\n\n> said\n\n|a|b|\n|-|-|\n|1|2|\n\n```\nx < y\n```',
    )
    for (const part of [
      'Why',
      '<strong>bold</strong>',
      '<em>soft</em>',
      '<code',
      '<ul',
      '<ol',
      '<blockquote',
      '<td',
      'x &lt; y',
    ])
      expect(drawn).toContain(part)
    expect(drawn).toContain('aria-label="Done"')
  })

  it('puts what a page makes of it in the place of a number in brackets, except in code', () => {
    const mark = (number: number) => number < 3 && <u>{number}</u>
    const drawn = renderToStaticMarkup(<Markdown text="One [1], **two [2]**[1], three [3] and `[1]`." mark={mark} />)
    expect(drawn.replace(/<(\w+) class="[^"]*"/g, '<$1')).toContain(
      '<p>One <u>1</u>, <strong>two <u>2</u></strong><u>1</u>, three [3] and <code>[1]</code>.</p>',
    )
  })

  it('marks the words of a search, in headings and tables too', () => {
    const drawn = renderToStaticMarkup(
      <Markdown
        text={'# Leave\n\n**24 days** of leave.\n\n|days|\n|-|\n|daysoff|'}
        lit={new Set(['Leave', 'days', 'leave'])}
      />,
    )
    expect(drawn.match(/<mark[^>]*>[^<]*/g)?.map((one) => one.replace(/.*>/, ''))).toEqual([
      'Leave',
      'days',
      'leave',
      'days',
    ])
  })

  it('shows hostile text as text', () => {
    const drawn = html('<script>alert(1)</script> <img src=x onerror=alert(1)>\n\n<iframe src="//evil.test"></iframe>')
    expect(drawn).not.toMatch(/<(?:script|img|iframe)/)
    expect(drawn).toContain('&lt;script&gt;')
  })

  it('opens the web and mail only, and fetches no picture', () => {
    const drawn = html(
      '[a](javascript:alert(1)) [b](https://ok.test) [c](data:text/html,x) ![d](https://foreign.test/p.png) <mailto:a@b.test>',
    )
    expect([...drawn.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'https://ok.test',
      'https://foreign.test/p.png',
      'mailto:a@b.test',
    ])
    expect(drawn).not.toContain('<img')
    expect(drawn).toContain('rel="noopener noreferrer"')
  })

  it('draws a picture that is in the text, and none that is more than a picture', () => {
    const data = `data:image/webp;base64,${'QUJD'.repeat(4000)}`
    const drawn = html(`# Plan\n\n![The "ward"](${data})\n- a`)
    expect(drawn).toContain(`<img src="${data}" alt="The &quot;ward&quot;"`)
    expect(drawn).toContain('<li')
    for (const bad of ['data:image/svg+xml;base64,QUJD', 'data:text/html;base64,QUJD', `${data}" onerror="x`])
      expect(html(`![x](${bad})`)).not.toContain('<img')
  })

  it.each([
    '['.repeat(20_000),
    '_a_'.repeat(6600),
    '>'.repeat(20_000),
    `${'a.'.repeat(9999)}@`,
    Array.from({ length: 120 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n'),
  ])('is quick and keeps the text, whatever it is: %.12s', (text) => {
    const spent = busy()
    const drawn = html(text)
    expect(spent()).toBeLessThan(600)
    expect(drawn.length).toBeGreaterThan(text.trim().length / 3)
  })

  it('gives the lines of a picture', () => {
    expect(linesOf('# Why\n\nBecause **it** is\nso\n\n- [x] one\n- two')).toEqual([
      { style: 'heading', text: 'Why' },
      { style: 'text', text: 'Because it is' },
      { style: 'text', text: 'so' },
      { style: 'text', text: '☑ one' },
      { style: 'text', text: '• two' },
    ])
  })
})
