import { describe, expect, it } from 'vitest'
import { ownWords } from './quoted.ts'
import { toMail } from './to-mail.ts'

const plain = (text: string) => ownWords({ text, html: null })

describe('what a person wrote in a mail', () => {
  it.each([
    ['Yes\n\nOn Mon, 30 Nov 2026 at 10:00, Help <help@x.example> wrote:\n> old\n> more', 'Yes'],
    ['Yes\r\n\r\nAm 30.11.2026 um 10:00 schrieb Help <help@x.example>:\r\n> alt', 'Yes'],
    ['हाँ\n\nसोम, 30 नव॰ 2026 को Help <help@x.example> ने लिखा:\n> पुराना', 'हाँ'],
    ['Yes\n\n-----Original Message-----\nFrom: Help\nold', 'Yes'],
    ['Yes\n\n________________________________\nFrom: Help <h@x.example>\nSent: Monday\nold', 'Yes'],
    ['Yes\n\nFrom: Help <h@x.example>\nSent: Monday, 30 November 2026\nTo: Asha\n\nold', 'Yes'],
    ['Yes\nSent from my iPhone', 'Yes'],
    ['Yes\n-- \nAsha\nDirector', 'Yes'],
    // Answers below and between what is quoted stay.
    ['On 1 Dec 2026 Help wrote:\n> first?\nyes\n> second?\nno', 'yes\nno'],
    ['> old\n\nBelow', 'Below'],
    // What looks like it, and is not.
    ['My options:\n> 3 rooms\nWhich?', 'My options:\nWhich?'],
    ['From: Delhi\nI want to travel', 'From: Delhi\nI want to travel'],
    ['Please answer:\n- a\n- b', 'Please answer:\n- a\n- b'],
    ['> only a quote', '> only a quote'],
    [
      '---------- Forwarded message ---------\nFrom: Shop\n\nIs this real?',
      '---------- Forwarded message ---------\nFrom: Shop\n\nIs this real?',
    ],
  ])('is without quotes and signatures: %j', (text, words) => expect(plain(text)).toBe(words))

  it.each([
    ['<p>Yes</p><div class="gmail_quote"><p>On Monday:</p><blockquote>old</blockquote></div>', 'Yes'],
    ['<div>Yes</div><div id="appendonsend"></div><div>From: Help</div>', 'Yes'],
    ['<blockquote type="cite">old</blockquote><p>Below</p>', 'Below'],
    ['<p>Only <b>this</b></p>', 'Only this'],
  ])('is that of HTML, where there is no other: %j', async (html, words) => {
    const { plainText } = await import('#nodes/lib/data/html-text.ts')
    expect(ownWords({ text: plainText(html, true), html })).toBe(words)
  })

  it('is found in time that grows with the text', () => {
    const hostile = [
      '>'.repeat(200_000),
      '\n:'.repeat(100_000),
      `<blockquote ${'class='.repeat(30_000)}`,
      '<div '.repeat(50_000),
    ]
    const began = performance.now()
    for (const text of hostile) ownWords({ text, html: text })
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})

describe('an answer as a mail', () => {
  it('is plain text, and HTML as well where it names its sources', () => {
    expect(toMail('**Open** at [9](https://x.example)')).toEqual({ text: 'Open at 9 (https://x.example)', html: null })
    const { text, html } = toMail('We open at **9** [1]. <b>[2]\n\n[1] Hours.pdf, p. 3\n[2] Site https://x.example/a"b')
    expect(text).toBe('We open at 9 [1]. <b>[2]\n\n[1] Hours.pdf, p. 3\n[2] Site https://x.example/a"b')
    expect(html).toContain('We open at <strong>9</strong> <sup><a href="#source-1"')
    expect(html).toContain('<a href="https://x.example/a"')
    expect(html).toContain('&lt;b&gt;')
    expect(html).not.toMatch(/<(?:b|img|script)>/)
  })
})
