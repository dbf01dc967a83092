import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACCOUNT, type MailboxPeer, type MailFromPerson, mailboxSettings, startMailbox } from '#peers/mailbox/server.ts'
import { createChannelScene } from '#test/support/channels.ts'
import { until } from '#test/support/engine.ts'

let mailbox: MailboxPeer
let entered: ReturnType<typeof mailboxSettings>
let scene: Awaited<ReturnType<typeof createChannelScene>>
beforeAll(async () => {
  mailbox = await startMailbox()
  entered = mailboxSettings({ imap_port: mailbox.imap_port, smtp_port: mailbox.smtp.port })
  scene = await createChannelScene([`127.0.0.1:${entered.imap_port}`, `127.0.0.1:${entered.smtp_port}`], {})
})
afterAll(async () => {
  await scene.test.close()
  await mailbox.close()
})
beforeEach(async () => {
  // Channels of other tests read the same inbox.
  await pool().query('delete from channels')
  mailbox.smtp.behave('take')
  mailbox.smtp.received.length = 0
})

const pool = () => scene.test.database.pool
let people = 0
const newPerson = () => `person-${++people}@people.example`

const connect = (settings: object = {}, agent_id = 'echo') =>
  scene.connect('email', { ...entered, ask_consent: false, enabled: true, ...settings }, { agent_id })

const sentTo = async (address: string) => (await mailbox.sent()).filter(({ to }) => to === address)
const arrived = async (address: string, count: number) => {
  await scene.arrived(() => mailbox.smtp.received.filter(({ to }) => to.includes(address)), count)
  return sentTo(address)
}
const statesOf = async (address: string): Promise<string> => {
  const { rows } = await pool().query(
    `select o.state from channel_outbox o join chat_visitors v on v.id = o.visitor_id where v.address = $1 order by o.seq`,
    [address],
  )
  return rows.map(({ state }) => state).join()
}

describe('a channel by email', () => {
  it('is connected once both servers take the sign-in, and says what is wrong before', async () => {
    const wrong = async (change: object) => {
      const { saved } = await scene.connect('email', { ...entered, ...change })
      return [saved.status, saved.body.errors[0].field, saved.body.errors[0].message]
    }
    const { mail_password: _, ...incomplete } = entered
    const { saved } = await scene.connect('email', incomplete)
    expect([saved.status, saved.body.errors[0].field]).toEqual([400, 'mail_password'])
    expect(await wrong({ mail_password: 'another' })).toEqual([
      ...[400, 'mail_password'],
      'The mailbox couldn’t be opened: The IMAP server refused the sign-in: Invalid credentials',
    ])
    expect(await wrong({ mail_address: 'help@clinic.example\r\nBcc: x@y.example' })).toMatchObject([
      400,
      'mail_address',
      'Enter an email address',
    ])
    // Nothing but the public internet, and what the operator allows.
    expect(await wrong({ imap_port: 1 })).toMatchObject([400, 'imap_host', expect.any(String)])
    expect(await wrong({ smtp_host: '10.0.0.1' })).toMatchObject([400, 'smtp_host', expect.any(String)])
    expect(await wrong({ bot_token: '1:0123456789abc' })).toMatchObject([400, 'bot_token', expect.any(String)])
    const { get, post, hook, at, as } = await connect()
    const shown = await get()
    expect(shown).toMatchObject({ connected: true, enabled: true, display_name: ACCOUNT.address, callback_url: null })
    expect(JSON.stringify(shown)).not.toContain(ACCOUNT.password)
    expect((await scene.test.call('POST', `${at}/test`, { as, body: {} })).body.data).toEqual({ sent: false })
    // Nothing is delivered by HTTP, whatever it says.
    const { rows } = await pool().query('select token from channels')
    expect(hook).toBe('/none')
    const url = `/hooks/channels/${rows[0].token}`
    expect((await scene.test.app.inject({ method: 'POST', url, payload: { from: 'x' } })).statusCode).toBe(401)
    expect((await post({ body: '{}', headers: {} })).statusCode).toBe(404)
  })

  it('answers in the thread, without what was quoted, and each thread is a conversation of its own', async () => {
    await mailbox.write({ from: newPerson(), text: 'Before the channel was turned on' })
    await connect()
    const asha = newPerson()
    const first = await mailbox.write({
      from: asha,
      subject: 'Opening hours',
      text: 'When do you open?\n\n-- \nAsha Rao',
    })
    const [answer] = await arrived(asha, 1)
    expect(answer).toMatchObject({
      ...{ subject: 'Re: Opening hours', in_reply_to: first, references: first, html: null },
      text: '**Opening hours\n\nWhen do you open?** (0)',
    })
    expect(answer?.headers).toMatchObject({ 'auto-submitted': 'auto-replied', 'x-auto-response-suppress': 'All' })
    const reply = `And on Sunday?\n\nOn Mon, 30 Nov 2026 at 10:00, <${ACCOUNT.address}>\nwrote:\n> Opening hours\n> When do you open?`
    // A program that names our answer only, and one that names the whole chain.
    await mailbox.write({
      from: asha,
      subject: 'Re: Opening hours',
      text: reply,
      in_reply_to: answer?.message_id ?? '',
    })
    const second = (await arrived(asha, 2))[1]
    expect(second?.text).toBe('And on Sunday? (2)')
    const html = `<p>Thanks &amp; bye</p><div class="gmail_quote">On Monday help wrote: <blockquote>old</blockquote></div>`
    const chain = [first, answer?.message_id ?? '', second?.message_id ?? '']
    await mailbox.write({ from: asha.toUpperCase(), subject: 'RE: Opening hours', html, references: chain })
    const third = (await arrived(asha, 3))[2]
    expect(third).toMatchObject({ text: 'Thanks & bye (4)', subject: 'RE: Opening hours' })
    expect(third?.references.startsWith(first)).toBe(true)
    await mailbox.write({ from: asha, subject: '', text: 'Something else' })
    expect((await arrived(asha, 4))[3]).toMatchObject({ text: 'Something else (0)', subject: 'Re: Your message' })
    expect(mailbox.imap.mails.map(({ seen }) => seen)).toEqual([false, true, true, true, true])
    expect(mailbox.smtp.received).toHaveLength(4)
  })

  it('answers no program, no list and no forged sender, and leaves their mails unread', async () => {
    await connect()
    const from = newPerson()
    const automatic: Partial<MailFromPerson>[] = [
      { headers: { 'Auto-Submitted': 'auto-replied' } },
      { headers: { Precedence: 'bulk' } },
      { headers: { 'X-Auto-Response-Suppress': 'OOF, AutoReply' } },
      { headers: { 'List-Id': '<news.example>' } },
      { headers: { 'Return-Path': '<>' } },
      { headers: { 'Authentication-Results': 'mx.clinic.example; spf=fail; dmarc=fail (p=REJECT)' } },
      { from: ACCOUNT.address },
      { from: 'MAILER-DAEMON@people.example' },
      { from: 'no-reply@people.example' },
    ]
    for (const one of automatic) await mailbox.write({ from, text: 'Hello', ...one })
    mailbox.put(Buffer.from('Subject: of nobody\r\n\r\nHello'))
    mailbox.put(Buffer.from(''))
    const unread = () => mailbox.imap.mails.filter(({ seen }) => !seen).length
    const before = unread()
    await scene.settled()
    expect([mailbox.smtp.received.length, unread()]).toEqual([0, before])
    await mailbox.write({ from, text: 'Hello', headers: { 'Auto-Submitted': 'no', 'Reply-To': 'thief@evil.example' } })
    await arrived(from, 1)
    expect(mailbox.smtp.received.map(({ to }) => to)).toEqual([[from]])
  })

  it('answers each mail once, whatever ends in between', async () => {
    const { get } = await connect()
    const from = newPerson()
    const { rows } = await pool().query('select id, mailbox from channels')
    await mailbox.write({ from, subject: '', text: 'one' })
    mailbox.imap.next.push('drop')
    await scene.collect()
    expect((await get()).last_error).toContain('The IMAP server')
    // The position is that of before: as after a process that died once the mail was stored.
    await scene.collect()
    await pool().query('update channels set mailbox = $1', [rows[0].mailbox])
    await Promise.all([scene.collect(), scene.collect()])
    await mailbox.write({ from, subject: '', text: 'two' })
    expect((await arrived(from, 2)).map(({ text }) => text)).toEqual(['one (0)', 'two (0)'])
    await scene.settled()
    expect(await sentTo(from)).toHaveLength(2)
    expect((await get()).last_error).toBeNull()
    // The mailbox was made again: what nobody has read is new, and what was answered is not.
    mailbox.imap.uid_validity++
    mailbox.imap.uid_next = 5
    for (const mail of mailbox.imap.mails) mail.uid = mailbox.imap.uid_next++
    await mailbox.write({ from, subject: '', text: 'three' })
    await arrived(from, 3)
    await scene.settled()
    expect((await sentTo(from)).map(({ text }) => text)).toEqual(['one (0)', 'two (0)', 'three (0)'])
  })

  it('sends later what the server did not take, and never what it may have taken', async () => {
    const { get } = await connect()
    const [later, dropped, refused] = [newPerson(), newPerson(), newPerson()]
    mailbox.smtp.behave('later', 'later', 'take')
    await mailbox.write({ from: later, text: 'Hello' })
    await until(async () => {
      await scene.settled()
      await pool().query(`update channel_outbox set due_at = now() where state = 'waiting'`)
      return (await sentTo(later)).length === 1 || undefined
    })
    mailbox.smtp.behave('drop', 'take')
    await mailbox.write({ from: dropped, text: 'Hello' })
    await until(async () => {
      await scene.settled()
      return (await statesOf(dropped)) === 'sending' || undefined
    })
    await pool().query(`update channel_outbox set sending_since = now() - interval '1 hour' where state = 'sending'`)
    await scene.settled()
    expect([await statesOf(dropped), (await sentTo(dropped)).length]).toEqual(['unknown', 1])
    expect((await get()).last_error).toContain('isn’t known whether')
    mailbox.smtp.behave('refuse', 'take')
    await mailbox.write({ from: refused, text: 'Hello' })
    await until(async () => {
      await scene.settled()
      return (await statesOf(refused)) === 'failed' || undefined
    })
    expect((await get()).last_error).toContain('No such mailbox')
    // What comes back is counted, and answered by nobody.
    const returned = (await sentTo(later))[0]?.message_id ?? ''
    const report = `From: MAILER-DAEMON@people.example\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\n\r\nMessage-ID: ${returned}`
    mailbox.put(Buffer.from(report))
    await scene.settled()
    expect([await statesOf(later), (await get()).last_error]).toEqual([
      'failed',
      'A message couldn’t be delivered: The mail server of the person returned it.',
    ])
  })

  it('tells its owner that the account no longer signs in, and goes on with a new password', async () => {
    const { get, save, as, at } = await connect()
    const from = newPerson()
    mailbox.imap.password = 'changed'
    await scene.collect()
    await scene.collect()
    expect((await get()).last_error).toContain('refused the sign-in')
    const notices = (await scene.test.call('GET', '/api/v1/notifications', { as })).body.data.items
    expect(notices).toMatchObject([{ kind: 'channel', count: 1, title: 'Your service can’t answer by email' }])
    expect((await scene.test.call('POST', `${at}/test`, { as, body: {} })).status).toBe(409)
    await mailbox.write({ from, text: 'Meanwhile' })
    mailbox.imap.password = ACCOUNT.password
    expect((await save({ mail_password: ACCOUNT.password })).status).toBe(200)
    // What arrived meanwhile is answered.
    await arrived(from, 1)
    // A server that is busy, or hangs up, is no news for its owner.
    mailbox.imap.next.push('busy')
    await scene.collect()
    expect((await scene.test.call('GET', '/api/v1/notifications', { as })).body.data.items).toHaveLength(1)
    await save({ enabled: false })
    await mailbox.write({ from, text: 'While it was off' })
    expect((await save({ enabled: true })).status).toBe(200)
    await scene.settled()
    expect(await sentTo(from)).toHaveLength(1)
  })

  it('asks for consent, hears STOP above a signature, and keeps to the quota of a person', async () => {
    const { as, at } = await connect({ ask_consent: undefined, daily_per_person: 4 })
    const from = newPerson()
    const reply = (text: string, subject = 'Re: Hours') => mailbox.write({ from, subject, text })
    await reply('When do you open?', 'Hours')
    expect((await arrived(from, 1))[0]?.text).toContain('Reply START to agree')
    await reply('START\n\nRegards\nAsha\n\nOn 30 Nov 2026, help wrote:\n> Reply START to agree')
    const told = (await arrived(from, 3)).map(({ text }) => text)
    expect(told.join()).toContain('Thank you.')
    expect(told.join()).toContain('When do you open?** (0)')
    await reply('', 'unsubscribe')
    expect((await arrived(from, 4))[3]?.text).toContain('You won’t get any more messages')
    await reply('Hello?')
    await scene.settled()
    expect(await sentTo(from)).toHaveLength(4)
    await reply('start')
    await reply('One more')
    const texts = (await arrived(from, 6)).map(({ text }) => text)
    expect(texts[5]).toContain('Write again tomorrow')
    // Erasing a person erases what was kept of their mails.
    const [person] = (await scene.test.call('GET', `${at}/people`, { as })).body.data.items
    expect(person).toMatchObject({ address: from, name: 'Asha Rao' })
    expect((await scene.test.call('DELETE', `${at}/people/${person.id}`, { as })).status).toBe(200)
    await scene.settled()
    for (const table of ['channel_messages', 'channel_outbox', 'chat_visitors'])
      expect((await pool().query(`select 1 from ${table}`)).rows).toEqual([])
  })

  it('gives an agent the files that it reads, and answers words without them', async () => {
    const pdf = Buffer.from('%PDF-1.4\n%%EOF')
    const attachments = [
      { filename: 'logo.png', content: Buffer.from([0x89, 0x50]), contentType: 'image/png', cid: 'logo' },
      { filename: 'Report.pdf', content: pdf, contentType: 'application/pdf' },
      { filename: 'run.exe', content: Buffer.from([0x4d, 0x5a, 0, 1]) },
    ]
    const html = '<p>Look</p><img src="cid:logo">'
    await connect({}, 'reader')
    const from = newPerson()
    await mailbox.write({ from, subject: '', html, attachments })
    expect((await arrived(from, 1))[0]?.text).toBe('Look: Report.pdf')
    await pool().query('delete from channels')
    await connect()
    await mailbox.write({ from, subject: '', html, attachments })
    expect((await arrived(from, 2))[1]?.text).toBe('Look (0)')
    await mailbox.write({ from, subject: '', attachments: attachments.slice(1) })
    expect((await arrived(from, 3))[2]?.text).toContain('Files can’t be read here')
    // Too large to be fetched, and unreadable: its sender is told.
    const head = `From: ${from}\r\nMessage-ID: <parts@people.example>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n`
    mailbox.put(Buffer.from(head + '--b\r\n\r\n'.repeat(2_100)))
    expect((await arrived(from, 4))[3]?.text).toContain('This kind of message can’t be read')
  })

  it('attaches the files of the agent and of a person, whatever they are called', async () => {
    const { as } = await connect({}, 'filer')
    const from = newPerson()
    await mailbox.write({ from, text: 'Hours?' })
    const [first] = await arrived(from, 1)
    expect(first).toMatchObject({ text: 'Here they are.', files: [{ mime: 'text/plain', text: 'Nine to five.' }] })
    expect(first?.headers.bcc).toBeUndefined()
    await scene.sendFileAsPerson(as, { name: 'form.txt', content: 'Sign here.' })
    const mails = await arrived(from, 3)
    expect(mails.at(-1)).toMatchObject({ text: 'As a file', files: [{ name: 'form.txt', text: 'Sign here.' }] })
  })

  it('drops what the agent had answered when a person of its owner wrote first, and sends their words in the thread', async () => {
    const { as } = await connect()
    const from = newPerson()
    const asked = await mailbox.write({ from, subject: 'Refund', text: 'Where is my money?' })
    await scene.collect()
    await scene.advance()
    const inbox = (method: string, path = '', body?: object) =>
      scene.test.call(method, `/api/v1/inbox${path}`, { as, body })
    const [{ id }] = (await inbox('GET', '?show=all')).body.data.items
    // The run has ended, and its answer is not in the outbox yet.
    await until(async () => {
      const { rows } = await pool().query(
        `select 1 from executions e join conversation_messages m on m.execution_id = e.id
         where m.conversation_id = $1 and e.status = 'succeeded'`,
        [id],
      )
      return rows.length > 0 || undefined
    })
    expect((await inbox('POST', `/${id}/take`)).status).toBe(200)
    const messages = async () => (await inbox('GET', `/${id}/messages`)).body.data.items
    const [newest] = await messages()
    const words = { key: '01900000-0000-7000-8000-000000000001', text: 'It is on its way.', after: newest.id }
    expect((await inbox('POST', `/${id}/messages`, words)).status).toBe(201)
    const told = await arrived(from, 2)
    await scene.settled()
    expect((await sentTo(from)).map(({ text }) => text)).toEqual(['Support team has joined the chat.', words.text])
    expect(told[1]).toMatchObject({ subject: 'Re: Refund', in_reply_to: asked })
    expect((await messages()).map(({ role }: { role: string }) => role).toSorted()).toEqual([
      ...['notice', 'person', 'staff'],
    ])
    // Once the chat is given back the agent answers, and knows what was said: nothing of its own.
    expect((await inbox('POST', `/${id}/return`)).status).toBe(200)
    const reply = { from, subject: 'Re: Refund', text: 'Thanks', in_reply_to: told[1]?.message_id ?? '' }
    await mailbox.write(reply)
    expect((await arrived(from, 4)).at(-1)).toMatchObject({ text: expect.stringMatching(/^Thanks \(\d\)$/) })
  })
})
