import { describe, expect, it } from 'vitest'
import { createMailGateway, MailRefused } from '#server/gateways/mail.ts'
import { testMailBrand } from '#test/support/brand.ts'
import { renderHtml } from './html.ts'
import { mailSettings, parseMailAddress } from './settings.ts'

const MAIL_FROM = 'Chowk <hello@firm.example>'

describe('where mail goes out', () => {
  it('is nowhere while no server is named', () => {
    expect(mailSettings({})).toBeNull()
    expect(mailSettings({ MAIL_FROM, SMTP_USER: 'x' })).toBeNull()
  })

  it('is read from one address, or from its parts', () => {
    const from = { name: 'Chowk', address: 'hello@firm.example' }
    expect(mailSettings({ SMTP_URL: 'smtps://me%40x:p%3Aw@mail.example', MAIL_FROM })).toEqual({
      host: 'mail.example',
      port: 465,
      secure: true,
      auth: { user: 'me@x', pass: 'p:w' },
      from,
    })
    expect(mailSettings({ SMTP_URL: 'smtp://[::1]:2525', MAIL_FROM })).toMatchObject({
      host: '::1',
      port: 2525,
      secure: false,
      auth: null,
    })
    expect(mailSettings({ SMTP_HOST: 'mail.example', SMTP_USER: 'me', SMTP_PASSWORD: 'pw', MAIL_FROM })).toEqual({
      host: 'mail.example',
      port: 587,
      secure: false,
      auth: { user: 'me', pass: 'pw' },
      from,
    })
    expect(mailSettings({ SMTP_HOST: 'mail.example', SMTP_PORT: 465, MAIL_FROM })).toMatchObject({ secure: true })
  })

  it.each([
    [{ SMTP_URL: 'http://mail.example', MAIL_FROM }, 'SMTP_URL'],
    [{ SMTP_URL: 'mail.example', MAIL_FROM }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtps://me:100%sure@mail.example', MAIL_FROM }, 'SMTP_URL: an address'],
    [{ SMTP_HOST: 'mail.example' }, 'MAIL_FROM'],
    [{ SMTP_HOST: 'mail.example', MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    [{ SMTP_HOST: 'mail.example', MAIL_FROM: 'a@x.example\r\nBcc: b@x.example' }, 'MAIL_FROM'],
  ])('that is not right stops the start and names the variable: %j', (variables, named) => {
    expect(() => mailSettings(variables)).toThrow(named)
  })

  it.each([
    ['hello@firm.example', '', 'hello@firm.example'],
    ['<hello@firm.example>', '', 'hello@firm.example'],
    ['"The Firm, India" <hello@firm.example>', 'The Firm, India', 'hello@firm.example'],
  ])('has a sender: %s', (text, name, address) => expect(parseMailAddress(text)).toEqual({ name, address }))
})

describe('the HTML twin', () => {
  it.each([
    ['आपका भुगतान मिल गया है।\n\nhttps://chowk.test/payments/1', 'hi'],
    ['मेरी क्लिनिक failed\n\nOpen Chowk to see what went wrong.', 'en'],
  ])('says which language it is in: %s', (text, language) =>
    expect(renderHtml(text, { name: 'Chowk', accent: null, logo: null })).toContain(`<html lang="${language}">`),
  )

  it('makes links of web addresses alone, and markup of nothing', () => {
    const html = renderHtml(
      'See https://x.example/a?b=1&c="d", or javascript:alert(1).\n<img src=x onerror=y>\n\nBye',
      { name: 'A & B', accent: null, logo: null },
    )
    expect(html).toContain('<a href="https://x.example/a?b=1&amp;c=" style="color:#3b47a8">')
    expect(html).toContain('javascript:alert(1).')
    expect(html).toContain('&lt;img src=x onerror=y&gt;')
    expect(html).toContain('A &amp; B')
    expect(html.match(/<(?:a|img|script|link|iframe)\b/g)).toEqual(['<a'])
    expect(html.match(/<p /g)).toHaveLength(3)
  })

  it('leaves the full stop behind a link to the sentence', () => {
    expect(renderHtml('Open (https://x.example/a).', { name: 'C', accent: null, logo: null })).toContain(
      '<a href="https://x.example/a"',
    )
  })
})

describe('a header that would end early', () => {
  const gateway = createMailGateway(
    { host: '127.0.0.1', port: 9, secure: false, auth: null, from: { name: '', address: 'a@b.example' } },
    testMailBrand,
  )
  const mail = { message_id: '<x@b.example>', to: 'c@d.example', reply_to: null, subject: 'S', text: '' }

  it.each([
    { subject: 'S\r\nBcc: e@f.example' },
    { to: 'c@d.example\nBcc: e@f.example' },
    { reply_to: 'c@d.example\u0000' },
    { message_id: '<x>\r\nX: y' },
  ])('is refused before anybody is asked: %j', async (changes) => {
    await expect(gateway.send({ ...mail, ...changes })).rejects.toBeInstanceOf(MailRefused)
  })
})
